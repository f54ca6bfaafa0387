import { Fragment, type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import type { FileLink } from '#src/lib/file-link.ts'
import { Timeline, TimelineYear } from '#src/ui/timeline.tsx'
import { byYear } from './by-year.ts'
import { ThreadEntry } from './thread-entry.tsx'
import type { AttachmentOfType, ThreadRow } from './thread.ts'
import styles from './thread.module.css'

export interface ThreadParts {
  today: IsoDate
  /** How late a reminder is, how soon, or what became of it. */
  status: (reminder: Reminder) => ReactNode
  /** Null: there is no file to open from here. */
  fileOf: (attachment: AttachmentOfType) => FileLink | null
}

interface ThreadListProps extends ThreadParts {
  planned: readonly ThreadRow[]
  past: readonly ThreadRow[]
}

export function ThreadList({ planned, past, ...parts }: ThreadListProps) {
  return (
    <div className={styles.thread}>
      {planned.length > 0 && (
        <Part title={<FormattedMessage id="client.logbook.thread.planned" />} rows={planned} soonestFirst {...parts} />
      )}
      {past.length > 0 && <Part title={<FormattedMessage id="client.logbook.thread.past" />} rows={past} {...parts} />}
    </div>
  )
}

interface PartProps extends ThreadParts {
  title: ReactNode
  rows: readonly ThreadRow[]
  soonestFirst?: boolean
}

function Part({ title, rows, soonestFirst, ...parts }: PartProps) {
  const titleId = useId()
  const years = soonestFirst ? byYear(rows).toReversed() : byYear(rows)
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <Timeline>
        {years.map(({ year, rows }) => (
          <Fragment key={year}>
            <TimelineYear>{year || <FormattedMessage id="client.logbook.undated" />}</TimelineYear>
            {(soonestFirst ? rows.toReversed() : rows).map((row) => (
              <ThreadEntry key={`${row.kind} ${row.key}`} row={row} {...parts} />
            ))}
          </Fragment>
        ))}
      </Timeline>
    </section>
  )
}
