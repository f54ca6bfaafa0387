import { Fragment, type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { Timeline, TimelineYear } from '#src/ui/data/timeline.tsx'
import { byYear } from '#src/routes/client/patients/$patientId/-parts/logbook/by-year.ts'
import { TimelineItem, type TimelineItemContext } from './timeline-entry.tsx'
import type { TimelineRow } from './timeline.ts'
import styles from './timeline.module.css'

interface TimelineListProps extends TimelineItemContext {
  planned: readonly TimelineRow[]
  past: readonly TimelineRow[]
}

export function TimelineList({ planned, past, ...parts }: TimelineListProps) {
  return (
    <div className={styles.timeline}>
      {planned.length > 0 && (
        <Part title={<FormattedMessage id="client.logbook.thread.planned" />} rows={planned} soonestFirst {...parts} />
      )}
      {past.length > 0 && <Part title={<FormattedMessage id="client.logbook.thread.past" />} rows={past} {...parts} />}
    </div>
  )
}

interface PartProps extends TimelineItemContext {
  title: ReactNode
  rows: readonly TimelineRow[]
  soonestFirst?: boolean
}

function Part({ title, rows, soonestFirst, ...parts }: PartProps) {
  const titleId = useId()
  const years = soonestFirst ? byYear(rows).toReversed() : byYear(rows)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <Timeline>
        {years.map(({ year, rows }) => (
          <Fragment key={year}>
            <TimelineYear>{year || <FormattedMessage id="client.logbook.undated" />}</TimelineYear>
            {(soonestFirst ? rows.toReversed() : rows).map((row) => (
              <TimelineItem key={`${row.kind} ${row.key}`} row={row} {...parts} />
            ))}
          </Fragment>
        ))}
      </Timeline>
    </section>
  )
}
