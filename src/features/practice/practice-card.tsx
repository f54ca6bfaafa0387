import type { Practice } from '#contract/schemas/practice.ts'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { telephoneHref } from '#src/lib/telephone-href.ts'
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
        <a className={styles.phone} href={telephoneHref(practice.phone)}>
          <Phone />
          {practice.phone}
        </a>
      )}
    </div>
  )
}
