import type { Practice } from '#contract/schemas/practice.ts'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import styles from './practice-card.module.css'
import { PracticeTile } from './practice-tile.tsx'

/** The practice at the foot of the sidebar, as its clients see it. */
export function PracticeCard({ practice, children }: { practice: Practice; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <PracticeTile practice={practice} />
      <div>
        <strong>{practice.name}</strong>
        <span className="muted">{children}</span>
      </div>
      {practice.phone && (
        <PhoneLink className={styles.phone} phone={practice.phone}>
          <Phone />
          {practice.phone}
        </PhoneLink>
      )}
    </div>
  )
}
