import { Link } from '@tanstack/react-router'
import { Bell, ClipboardList, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import type { FileLink } from '#src/lib/file-link.ts'
import { linkButtonClass } from '#src/ui/button.tsx'
import { TimelineEntry } from '#src/ui/timeline.tsx'
import { EntryDetails, entryTitle } from './entry-details.tsx'
import { iconOf } from './entry-kind.ts'
import type { AttachmentOfType, ThreadRow } from './thread.ts'

export interface ThreadParts {
  today: IsoDate
  /** How late a reminder is, how soon, or what became of it. */
  status: (reminder: Reminder) => ReactNode
  /** Null: there is no file to open from here. */
  fileOf: (attachment: AttachmentOfType) => FileLink | null
}

/** One row of the thread, by its kind. */
export function ThreadEntry({ row, today, status, fileOf }: { row: ThreadRow } & ThreadParts) {
  const intl = useIntl()
  const { date } = row
  switch (row.kind) {
    case 'reminders': {
      const { reminder } = row
      return (
        <TimelineEntry
          date={date}
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
      const { uuid, reason, diagnosis, veterinarian } = row.visit
      const about = [diagnosis, veterinarian].filter(Boolean).join(', ')
      return (
        <TimelineEntry
          date={date}
          icon={ClipboardList}
          title={reason || <FormattedMessage id="client.logbook.thread.visit" />}
        >
          {about && <p>{about}</p>}
          <Link to="/client/visit-forms" search={{ visit: uuid }} className={linkButtonClass}>
            <FormattedMessage id="client.logbook.thread.visit" />
          </Link>
        </TimelineEntry>
      )
    }
    case 'attachments': {
      const { name, fileName } = row.attachment
      return (
        <TimelineEntry
          date={date}
          icon={Paperclip}
          title={name || fileName || <FormattedMessage id="client.logbook.thread.attachment" />}
        >
          <FileOf attachment={row.attachment} fileOf={fileOf} />
        </TimelineEntry>
      )
    }
    case 'logbook':
      return (
        <TimelineEntry date={date} icon={iconOf(row.entry)} title={entryTitle(row.entry, intl)}>
          <EntryDetails entry={row.entry} />
        </TimelineEntry>
      )
  }
}

function FileOf({ attachment, fileOf }: { attachment: AttachmentOfType; fileOf: ThreadParts['fileOf'] }) {
  const link = fileOf(attachment)
  const text = attachment.fileName || <FormattedMessage id="client.logbook.thread.attachment" />
  return link ? (
    <a {...link.attributes} className={linkButtonClass}>
      {text}
    </a>
  ) : (
    <Link
      to="/client/attachments/$attachmentType"
      params={{ attachmentType: attachment.type }}
      className={linkButtonClass}
    >
      {text}
    </Link>
  )
}
