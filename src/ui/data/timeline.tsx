import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { Day } from './day.tsx'
import { Tile } from './tile.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  label?: string | undefined
  /** `TimelineEntry`s, with a `TimelineYear` before the first entry of each year. */
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
  /** Undefined if unknown. */
  date: IsoDate | undefined
  icon: LucideIcon
  title: ReactNode
  tone?: 'bad' | undefined
  /** Heading level of the title, below that of the timeline. */
  level?: 'h3' | 'h4' | undefined
  children?: ReactNode
}

export function TimelineEntry({ date, icon, title, tone, level: Heading = 'h3', children }: TimelineEntryProps) {
  return (
    <li className={styles.entry}>
      <span className={styles.when}>{date && <Day date={date} day="numeric" month="short" />}</span>
      <Tile size="small" icon={icon} tone={tone} />
      <div className={styles.body}>
        <Heading className={styles.title}>{title}</Heading>
        {children}
      </div>
    </li>
  )
}
