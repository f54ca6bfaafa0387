import type { Reminder } from '#contract/schemas/reminder.ts'
import type { IntlShape } from 'react-intl'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { dayOf, isDue } from '#contract/reminder.ts'
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

/** Returns late reminders and those due today, grouped by animal; the animal with the oldest reminder is first. */
export function dueByAnimal(reminders: readonly Reminder[], today: IsoDate): Reminder[][] {
  const due = soonestFirst(
    reminders.filter((reminder) => isDue(reminder, today)),
    today,
  )
  return [...groupBy(due, ({ patientUuid, patientName, uuid }) => patientUuid ?? patientName ?? uuid).values()]
}

/** Returns a sentence such as `Bella: vaccinatie rabiës is 12 dagen te laat`. */
export function sentenceOf(reminder: Reminder, today: IsoDate, intl: IntlShape): string {
  const { patientName: animal } = reminder
  const what = descriptionOf(reminder, intl).replace(': ', ' ')
  const subject = animal
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal, what: inRunningText(what) })
    : what
  const date = dayOf(reminder)
  const days = date === undefined ? 0 : daysBetween(date, today)
  return intl.formatMessage({ id: 'client.home.due' }, { what: subject, days })
}

/** Lower-cases the initial of a text, unless it begins with an abbreviation. */
const inRunningText = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text

/** Visit form or attachment, as shown in a row. */
export interface RecentDocument {
  uuid: string
  /** Null for a visit form. */
  attachmentType: string | null
  date: IsoDate | undefined
  /** Name of the document, if any. */
  name: string | undefined
  patientName: string | undefined
}

/** Maximum age of a new record, in days. */
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

/** Returns the records of the last 60 days, newest first. */
export function newDocuments(documents: readonly RecentDocument[], today: IsoDate): RecentDocument[] {
  return documents
    .filter(({ date }) => date !== undefined && date <= today && daysBetween(date, today) <= NEW_DAYS)
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
}

export interface ToPay extends OpenOfAll {
  /** Next due date of the invoices that are not late; undefined if there is none or it is unknown. */
  nextDue: IsoDate | undefined
}

/** Returns the amount to pay from the response of `invoiceQueries.unpaid`; null if nothing is open or it is unknown. */
export function toPayOf(unpaid: Page<Invoice>, today: IsoDate): ToPay | null {
  const open = openOfAll(unpaid, today)
  if (!open || open.count === 0) return null
  if (open.sum !== null && open.sum <= 0) {
    // A credit note does not settle a late invoice, so the late invoice is still shown, but without a sum.
    const count = unpaid.content.filter(isToBePaid).length
    return open.late > 0 ? { count, late: open.late, sum: null, nextDue: undefined } : null
  }
  const days = unpaid.content.flatMap((invoice) =>
    isToBePaid(invoice) && !isLate(invoice, today) && invoice.dueDate ? [invoice.dueDate] : [],
  )
  return { ...open, nextDue: isWhole(unpaid) ? days.sort()[0] : undefined }
}
