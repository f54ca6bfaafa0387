import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#src/api/attachments.ts'
import { dayOf } from '#src/features/reminders/reminder.ts'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import { type IsoDate, daysBetween } from '#contract/dates.ts'

/** A visit form or attachment, as a row shows it. */
export interface RecentDocument {
  uuid: string
  /** Null: it is a visit form. */
  attachmentType: string | null
  date: IsoDate | undefined
  /** What it is called, where it has a name. */
  name: string | undefined
  patientName: string | undefined
}

/** Older records are not new. */
const NEW_DAYS = 60

export const documentOfVisit = (form: VisitForm): RecentDocument => ({
  uuid: form.uuid,
  attachmentType: null,
  date: dayOf(form),
  name: visitTitle(form),
  patientName: form.patientName,
})

export const documentOfAttachment = (attachment: Attachment, attachmentType: string): RecentDocument => ({
  uuid: attachment.uuid,
  attachmentType,
  date: dayOf(attachment),
  name: attachment.name?.trim() || attachment.fileName,
  patientName: attachment.patientName,
})

/** The records of the last 60 days, the newest first. */
export function newDocuments(documents: readonly RecentDocument[], today: IsoDate): RecentDocument[] {
  return documents
    .filter(({ date }) => date !== undefined && date <= today && daysBetween(date, today) <= NEW_DAYS)
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}
