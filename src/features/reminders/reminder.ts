import type { Reminder } from '#contract/schemas/reminder.ts'
import type { IsoDate } from '#contract/dates.ts'
import { dayOf, isBooked, isDue, isLate } from '#contract/reminder.ts'
import type { IntlShape } from 'react-intl'
import type { Practice } from '#contract/schemas/practice.ts'
import type { Client } from '#src/api/clients.ts'
import { displayName } from '#contract/names.ts'
import { asDate, now } from '#src/lib/dates.ts'
import { isWebsite, websiteOf } from '#contract/website.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { type CalendarEvent, calendarOf } from '#contract/calendar.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'

/** Returns the description; not every API provides one. */
export const descriptionOf = ({ description }: Reminder, { formatMessage }: IntlShape): string =>
  description || formatMessage({ id: 'client.reminders.unnamed' })

/** Returns the name of the patient, if known, and the description. */
export function nameOf(reminder: Reminder, intl: IntlShape): string {
  const what = descriptionOf(reminder, intl)
  return reminder.patientName
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal: reminder.patientName, what })
    : what
}

/** Returns the names of reminders of one animal; with the animal if the appointment is for several. */
export function namesAtVisit(
  reminders: readonly Reminder[],
  { patientUuids }: { patientUuids: readonly string[] },
  intl: IntlShape,
): string {
  const nameOfOne = patientUuids.length > 1 ? nameOf : descriptionOf
  return intl.formatList(reminders.map((reminder) => nameOfOne(reminder, intl)))
}

/** Ways to make an appointment; unavailable ones are absent. */
interface Ways {
  /** URL of the practice's booking page. */
  booking?: string | undefined
  /** `tel:` URL. */
  phone?: string | undefined
  /** `mailto:` URL with a prepared text. */
  mail?: string | undefined
  website?: string | undefined
}

export interface AppointmentOf {
  /** Due reminders of one animal, at least one. */
  reminders: readonly Reminder[]
  practice: Pick<Practice, 'name' | 'phone' | 'email' | 'website' | 'bookingUrl'>
  /** Client who makes the appointment. */
  client: Pick<Client, 'companyName' | 'callName' | 'firstName' | 'lastName' | 'clientNumber'> | undefined
  today: IsoDate
}

/** Returns the subject of an appointment: the reminder, or the animal if there are several reminders. */
export function subjectOf(reminders: readonly Reminder[], intl: IntlShape): string {
  const [first] = reminders
  if (reminders.length > 1 && first?.patientName) return first.patientName
  return reminders.map((reminder) => nameOf(reminder, intl)).join(', ')
}

/**
 * Returns one way to make an appointment, and the telephone: the booking page, else a prepared e-mail, else the website. A practice
 * that takes requests needs no other way (`isRequested`).
 */
export function appointmentChannels(
  { reminders, practice, client, today }: AppointmentOf,
  isRequested: boolean,
  intl: IntlShape,
): Ways {
  const { phone, email, bookingUrl } = practice
  const text = intl.formatMessage
  // The e-mail asks for an appointment soon instead of on a date that is today or in the past.
  const isSoon = reminders.some((reminder) => isDue(reminder, today))
  const what = [
    text({ id: isSoon ? 'client.reminders.mailWishSoon' : 'client.reminders.mailWish' }),
    ...reminders.flatMap((reminder) => {
      const day = isDue(reminder, today) ? undefined : dayOf(reminder)
      return [nameOf(reminder, intl), day && dayInWords(day, today, intl)]
    }),
  ]
  const who = [
    client && displayName(client),
    client?.clientNumber && text({ id: 'client.contact.clientNumberIs' }, { number: client.clientNumber }),
  ]
  const mail = mailHref(email, {
    subject: text({ id: 'client.reminders.mailSubject' }, { name: subjectOf(reminders, intl) }),
    text: [
      text({ id: 'client.reminders.mailGreeting' }, { practice: practice.name }),
      what.filter(Boolean).join('\n'),
      [text({ id: 'client.reminders.mailEnd' }), ...who].filter(Boolean).join('\n'),
    ].join('\n\n'),
  })
  const booking = bookingUrl && isWebsite(bookingUrl) ? bookingUrl : undefined
  return {
    phone: telephoneHref(phone),
    ...(isRequested ? {} : booking ? { booking } : mail ? { mail } : { website: websiteOf(practice) }),
  }
}

/** Formats a date, with the year if it is not the current one. */
export function dayInWords(date: IsoDate, today: IsoDate, intl: IntlShape): string {
  const otherYear = date.slice(0, 4) !== today.slice(0, 4)
  return intl.formatDate(asDate(date), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(otherYear && { year: 'numeric' }),
  })
}

interface Saving {
  /** Further words of the file name. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  today: IsoDate
  /** Further events of the file. */
  more?: readonly CalendarEvent[]
  intl: IntlShape
}

/**
 * Returns a calendar file of reminders. Reminders without a date are left out, overdue ones are on today, and booked ones are
 * represented by their appointment.
 */
export function saveReminders(
  reminders: readonly Reminder[],
  { name, practice, today, more = [], intl }: Saving,
): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const changedAt = now()
  // The portal counts no revisions, so SEQUENCE is the time in minutes, which increases and fits.
  const sequence = Math.floor(changedAt.getTime() / 60_000)
  const events = reminders.flatMap((reminder) => {
    // Overdue reminders are on today, where a calendar opens.
    const date = isLate(reminder, today) ? today : dayOf(reminder)
    return date === undefined || isBooked(reminder)
      ? []
      : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description, sequence, changedAt }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf([...events, ...more])], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
