import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { Fragment, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useMore } from '#src/ui/data/more.tsx'
import { Timeline, TimelineEntry, TimelineYear } from '#src/ui/data/timeline.tsx'
import { byYear, newestFirst } from './by-year.ts'
import { EntryDetails, entryTitle, iconOf } from './entry-details.tsx'

interface LogbookListProps {
  entries: readonly LogbookEntry[]
  label: string
}

/** What was done, year by year. */
export function LogbookList({ entries, label }: LogbookListProps) {
  const intl = useIntl()
  const { shown, more } = useMore(useMemo(() => newestFirst(entries), [entries]))
  return (
    <>
      <Timeline label={label}>
        {byYear(shown).map(({ year, rows }) => (
          <Fragment key={year}>
            <TimelineYear>{year || <FormattedMessage id="client.logbook.undated" />}</TimelineYear>
            {rows.map((entry, index) => (
              <TimelineEntry
                key={entry.uuid ?? index}
                date={entry.date}
                icon={iconOf(entry)}
                title={entryTitle(entry, intl)}
              >
                <EntryDetails entry={entry} />
              </TimelineEntry>
            ))}
          </Fragment>
        ))}
      </Timeline>
      {more}
    </>
  )
}
