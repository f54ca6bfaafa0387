import type { Practice } from '#contract/schemas/practice.ts'
import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { FormattedMessage } from 'react-intl'
import { InHeader } from '#src/ui/layout/in-header.tsx'
import styles from './practice-in-header.module.css'
import { otherChoice, useOwnPractices } from '#src/api/own-client.ts'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'

interface PracticeInHeaderProps {
  practice: Practice
  viewedByStaff: boolean
}

/** Whose portal it is; for a client of several practices which of them is open, with the way to another. */
export function PracticeInHeader({ practice, viewedByStaff }: PracticeInHeaderProps) {
  const other = otherChoice(useOwnPractices())
  const face = (
    <>
      <PracticeTile practice={practice} />
      <span className="hidden-text">
        <FormattedMessage id="client.practiceIs" /> {practice.name}
      </span>
      {/* A title would be read as well. */}
      <span className={styles.name} title={practice.name} aria-hidden="true">
        {practice.name}
      </span>
    </>
  )
  return (
    <InHeader>
      {other && !viewedByStaff ? (
        <Link to="/auth/select-clinic" className={styles.practice}>
          {face}
          <span className="hidden-text">
            . <FormattedMessage id={other} />
          </span>
          <ChevronsUpDown />
        </Link>
      ) : (
        <div className={styles.practice}>{face}</div>
      )}
    </InHeader>
  )
}
