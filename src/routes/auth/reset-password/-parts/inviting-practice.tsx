import type { Practice } from '#contract/schemas/practice.ts'
import styles from './inviting-practice.module.css'
import { PracticeLogo } from '#src/features/practice/practice-logo.tsx'

interface InvitingPracticeProps {
  practice: Pick<Practice, 'name' | 'logoUrl'>
  /** Whether the title below the logo contains the name. */
  isNamed: boolean
}

/** Practice that sent an invitation, above the title of its page. */
export function InvitingPractice({ practice, isNamed }: InvitingPracticeProps) {
  return (
    <p className={styles.from}>
      <PracticeLogo practice={practice} />
      {!isNamed && <strong>{practice.name}</strong>}
    </p>
  )
}
