import type { Attachment, AttachmentType } from '#contract/attachment.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import { dayOf } from '#src/features/reminders/day.ts'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import type { IsoDate } from '#src/lib/dates.ts'

/** A paper of either sort, as far as a glimpse of it goes. */
export interface Paper {
  uuid: string
  kind: 'visit-form' | AttachmentType
  date: IsoDate | undefined
  /** What it is called, where it has a name. */
  name: string | undefined
  animal: string | undefined
}

const MOST = 3

export const paperOfVisit = (form: VisitForm): Paper => ({
  uuid: form.uuid,
  kind: 'visit-form',
  date: dayOf(form),
  name: visitTitle(form),
  animal: form.patientName,
})

export const paperOfAttachment = (attachment: Attachment, kind: AttachmentType): Paper => ({
  uuid: attachment.uuid,
  kind,
  date: dayOf(attachment),
  name: attachment.name?.trim() || attachment.fileName,
  animal: attachment.patientName,
})

/** The newest come first; what has no day comes last. */
export function newestPapers(papers: readonly Paper[]): Paper[] {
  return papers.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '')).slice(0, MOST)
}
