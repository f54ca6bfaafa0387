import type { Reminder } from '#contract/schemas/reminder.ts'
import type { IntlShape } from 'react-intl'
import { dayOf, isDue, whatOf } from '#src/features/reminders/reminder.ts'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { groupBy } from '#contract/values.ts'
import { soonestFirst } from '../groups.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Attachment } from '#src/api/attachments.ts'
import { visitTitle } from '#src/features/visit-forms/title.ts'
import { type Page, isWhole } from '#contract/paging.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { isLate, isToBePaid } from '#contract/invoice.ts'
import { type OpenOfAll, openOfAll } from '#src/features/invoices/amounts.ts'

/** What is late or due today, a list for each animal; the animal that has waited longest comes first. */
export function dueByAnimal(reminders: readonly Reminder[], today: IsoDate): Reminder[][] {
  const due = soonestFirst(
    reminders.filter((reminder) => isDue(reminder, today)),
    today,
  )
  return [...groupBy(due, ({ patientUuid, patientName, uuid }) => patientUuid ?? patientName ?? uuid).values()]
}

/** `Bella: vaccinatie rabiës is 12 dagen te laat` */
export function sentenceOf(reminder: Reminder, today: IsoDate, intl: IntlShape): string {
  const { patientName: animal } = reminder
  const what = whatOf(reminder, intl).replace(': ', ' ')
  const subject = animal
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal, what: inRunningText(what) })
    : what
  const date = dayOf(reminder)
  const days = date === undefined ? 0 : daysBetween(date, today)
  return intl.formatMessage({ id: 'client.home.due' }, { what: subject, days })
}

/** Without the capital of a beginning; that of an abbreviation stays. */
const inRunningText = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text

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

export interface ToPay extends OpenOfAll {
  /** Due date of the next invoice that is not late; undefined where there is none, or it is not known. */
  nextDue: IsoDate | undefined
}

/** Reads the response to `invoiceQueries.unpaid`. Null: nothing to pay, or not known. */
export function toPayOf(unpaid: Page<Invoice>, today: IsoDate): ToPay | null {
  const open = openOfAll(unpaid, today)
  if (!open || open.count === 0) return null
  if (open.sum !== null && open.sum <= 0) {
    // A credit note does not pay an invoice that is late: the practice still waits for it. No sum is right for both.
    const count = unpaid.content.filter(isToBePaid).length
    return open.late > 0 ? { count, late: open.late, sum: null, nextDue: undefined } : null
  }
  const days = unpaid.content.flatMap((invoice) =>
    isToBePaid(invoice) && !isLate(invoice, today) && invoice.dueDate ? [invoice.dueDate] : [],
  )
  return { ...open, nextDue: isWhole(unpaid) ? days.sort()[0] : undefined }
}
