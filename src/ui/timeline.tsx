import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedDate } from 'react-intl'
import { type IsoDate, asDate } from '#src/lib/dates.ts'
import { Tile } from './tile.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  label?: string | undefined
  /** `TimelineEntry`s, with a `TimelineYear` before the first of each year. */
  children: ReactNode
}

export function Timeline({ label, children }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {children}
    </ol>
  )
}

export function TimelineYear({ children }: { children: ReactNode }) {
  return <li className={styles.year}>{children}</li>
}

interface TimelineEntryProps {
  /** Undefined: not known. */
  date: IsoDate | undefined
  icon: LucideIcon
  title: ReactNode
  tone?: 'bad' | undefined
  children?: ReactNode
}

export function TimelineEntry({ date, icon, title, tone, children }: TimelineEntryProps) {
  return (
    <li className={styles.entry}>
      {date ? (
        <time dateTime={date}>
          <FormattedDate value={asDate(date)} day="numeric" month="short" />
        </time>
      ) : (
        <span />
      )}
      <Tile size="small" icon={icon} tone={tone} />
      <div className={styles.body}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
