import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { Fragment, type ReactNode, useId } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useMore } from '#src/ui/data/more.tsx'
import { Timeline, TimelineEntry, TimelineYear } from '#src/ui/data/timeline.tsx'
import { byYear } from '#src/routes/client/patients/$patientId/-parts/logbook/by-year.ts'
import type { AttachmentOfType, TimelineRow } from './timeline.ts'
import styles from './timeline.module.css'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Paperclip from 'lucide-react/icons/paperclip'
import { asDate } from '#src/lib/dates.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FileLink } from '#src/lib/files/link.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import {
  EntryDetails,
  entryTitle,
  iconOf,
} from '#src/routes/client/patients/$patientId/-parts/logbook/entry-details.tsx'

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
  const { shown, more } = useMore(rows)
  const years = soonestFirst ? byYear(shown).reverse() : byYear(shown)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <Timeline>
        {years.map(({ year, rows }) => (
          <Fragment key={year}>
            <TimelineYear>{year || <FormattedMessage id="client.logbook.undated" />}</TimelineYear>
            {(soonestFirst ? [...rows].reverse() : rows).map((row) => (
              <TimelineItem key={`${row.kind} ${row.key}`} row={row} {...parts} />
            ))}
          </Fragment>
        ))}
      </Timeline>
      {more}
    </section>
  )
}

interface TimelineItemContext {
  today: IsoDate
  /** Renders the time until or since a reminder, or its outcome. */
  status: (reminder: Reminder) => ReactNode
  /** Returns the title of a visit; undefined without reason and number. */
  visitTitle: (visit: VisitForm) => string | undefined
  /** Returns the link to the file; null without a file. */
  fileOf: (attachment: AttachmentOfType) => FileLink | null
}

/** Row of the timeline, rendered by kind. */
function TimelineItem({ row, today, status, visitTitle, fileOf }: { row: TimelineRow } & TimelineItemContext) {
  const intl = useIntl()
  const { date } = row
  const common = { date, level: 'h4' } as const
  switch (row.kind) {
    case 'reminders': {
      const { reminder } = row
      return (
        <TimelineEntry
          {...common}
          icon={Bell}
          tone={reminder.active && reminder.date < today ? 'bad' : undefined}
          title={reminder.description || <FormattedMessage id="client.logbook.thread.reminder" />}
        >
          <p>
            <FormattedMessage id="client.logbook.thread.reminder" /> {status(reminder)}
          </p>
        </TimelineEntry>
      )
    }
    case 'visits': {
      const { uuid, diagnosis, veterinarian } = row.visit
      const title = visitTitle(row.visit)
      const about = [diagnosis, veterinarian].filter(Boolean).join(', ')
      const word = intl.formatMessage({ id: 'client.visitForms.untitled' })
      return (
        <TimelineEntry {...common} icon={ClipboardList} title={title ?? word}>
          {about && <p>{about}</p>}
          <Link
            to="/client/visit-forms"
            search={{ visit: uuid }}
            className={linkButtonClass}
            aria-label={linkName([word, title], date, intl)}
          >
            {word}
          </Link>
        </TimelineEntry>
      )
    }
    case 'attachments': {
      const { attachment } = row
      const word = intl.formatMessage({ id: 'client.attachments.other' })
      const title = attachment.name || attachment.fileName || word
      const text = attachment.fileName || word
      return (
        <TimelineEntry {...common} icon={Paperclip} title={title}>
          <AttachmentLink
            attachment={attachment}
            file={fileOf(attachment)}
            text={text}
            name={linkName([text, title], date, intl)}
          />
        </TimelineEntry>
      )
    }
    case 'logbook':
      return (
        <TimelineEntry {...common} icon={iconOf(row.entry)} title={entryTitle(row.entry, intl)}>
          <EntryDetails entry={row.entry} />
        </TimelineEntry>
      )
  }
}

/** Returns a unique accessible name such as `Visiteformulier, Mank, 12 mei 2026`, starting with the visible text. */
function linkName(words: (string | undefined)[], date: IsoDate | undefined, intl: IntlShape): string {
  const day = date && intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })
  return [...new Set([...words, day])].filter(Boolean).join(', ')
}

interface AttachmentLinkProps {
  attachment: AttachmentOfType
  file: FileLink | null
  text: string
  name: string
}

/** Link to the file, otherwise to the list that contains the attachment. */
function AttachmentLink({ attachment, file, text, name }: AttachmentLinkProps) {
  return file ? (
    <a {...file.attributes} className={linkButtonClass} aria-label={name}>
      {text}
    </a>
  ) : (
    <Link
      to="/client/attachments/$attachmentType"
      params={{ attachmentType: attachment.type }}
      className={linkButtonClass}
      aria-label={name}
    >
      {text}
    </Link>
  )
}
