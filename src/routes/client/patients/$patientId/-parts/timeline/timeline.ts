import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Attachment } from '#src/api/attachments.ts'

export interface AttachmentOfType extends Attachment {
  type: string
}

export type TimelineRow = { date: IsoDate | undefined; key: string } & (
  | { kind: 'reminders'; reminder: Reminder }
  | { kind: 'visits'; visit: VisitForm }
  | { kind: 'attachments'; attachment: AttachmentOfType }
  | { kind: 'logbook'; entry: LogbookEntry }
)

export interface TimelineSources {
  reminders: readonly Reminder[]
  visits: readonly VisitForm[]
  attachments: readonly AttachmentOfType[]
  /** Entries of this patient only, because the logbook is fetched per patient. */
  entries: readonly LogbookEntry[]
}

/**
 * Returns the timeline of a patient: planned events in ascending order, past events in descending order. An API without the filter
 * also sends records of other patients, which are omitted.
 */
export function timelineOf(
  { reminders, visits, attachments, entries }: TimelineSources,
  patientId: string,
  today: IsoDate,
) {
  const own = ({ patientUuid }: { patientUuid?: string | undefined }) => patientUuid === patientId
  const planned: TimelineRow[] = []
  const past: TimelineRow[] = []
  for (const reminder of reminders.filter(own)) {
    const { uuid: key, active, completedDate, status } = reminder
    // Expired before its date, because the animal has died or left: neither past nor planned.
    if (!active && status === 'EXPIRED' && reminder.date > today) continue
    const date = active ? reminder.date : (completedDate ?? reminder.date)
    // Late reminders still count as planned.
    ;(active ? planned : past).push({ kind: 'reminders', key, date, reminder })
  }
  for (const visit of visits.filter(own)) {
    const { uuid: key, date } = visit
    ;(date > today ? planned : past).push({ kind: 'visits', key, date, visit })
  }
  for (const attachment of attachments.filter(own)) {
    past.push({ kind: 'attachments', key: attachment.uuid, date: attachment.date, attachment })
  }
  for (const [index, entry] of entries.entries()) {
    past.push({ kind: 'logbook', key: entry.uuid ?? `entry-${index}`, date: entry.date, entry })
  }
  return { planned: planned.sort(byDate), past: past.sort((one, other) => byDate(other, one)) }
}

const byDate = (one: TimelineRow, other: TimelineRow) => (one.date ?? '').localeCompare(other.date ?? '')
