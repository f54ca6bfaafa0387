import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, calendarDay } from '#contract/dates.ts'
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

/** The day of what has one; undefined where the API gives none. */
export const dayOf = ({ date }: { date?: unknown }): IsoDate | undefined => calendarDay(date)

interface Due {
  date?: unknown
  bookedFor?: string | undefined
}

/** An appointment is booked for it, so that there is nothing to do. */
export const isBooked = ({ bookedFor }: Due): boolean => bookedFor !== undefined

/** The day on which it stands: of what is booked that of its appointment, until it is told how that went. */
export function standsOn(reminder: Due, today: IsoDate): IsoDate | undefined {
  const booked = calendarDay(reminder.bookedFor)
  if (booked === undefined) return dayOf(reminder)
  return booked < today ? today : booked
}

/** Should have been done before today. */
export function isLate(reminder: Due, today: IsoDate): boolean {
  const day = standsOn(reminder, today)
  return day !== undefined && day < today
}

/** Should be done today, or should have been. */
export function isDue(reminder: Due, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day <= today && !isBooked(reminder)
}

/** What has to be done; not every API says. */
export const whatOf = ({ description }: Reminder, { formatMessage }: IntlShape): string =>
  description || formatMessage({ id: 'client.reminders.unnamed' })

/** Patient, where known, and description. */
export function nameOf(reminder: Reminder, intl: IntlShape): string {
  const what = whatOf(reminder, intl)
  return reminder.patientName
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal: reminder.patientName, what })
    : what
}

/** The ways to an appointment, each left out where there is none. */
interface Ways {
  /** Where the practice lets its clients choose a time. */
  booking?: string | undefined
  /** `tel:` */
  phone?: string | undefined
  /** `mailto:`, with what to write. */
  mail?: string | undefined
  website?: string | undefined
}

export interface AppointmentOf {
  /** What is to be done, of one animal: at least one. */
  reminders: readonly Reminder[]
  practice: Pick<Practice, 'name' | 'phone' | 'email' | 'website' | 'bookingUrl'>
  /** Who asks. */
  client: Pick<Client, 'companyName' | 'callName' | 'firstName' | 'lastName' | 'clientNumber'> | undefined
  today: IsoDate
}

/** What an appointment is for, in few words: of several reminders their animal. */
export function subjectOf(reminders: readonly Reminder[], intl: IntlShape): string {
  const [first] = reminders
  if (reminders.length > 1 && first?.patientName) return first.patientName
  return reminders.map((reminder) => nameOf(reminder, intl)).join(', ')
}

/** How to ask the practice for what is to be done; a mail is written here. */
export function waysToAppointment({ reminders, practice, client, today }: AppointmentOf, intl: IntlShape): Ways {
  const { phone, email, bookingUrl } = practice
  const text = intl.formatMessage
  // No practice has time today, let alone on a day that has gone.
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
  return {
    booking: bookingUrl && isWebsite(bookingUrl) ? bookingUrl : undefined,
    phone: telephoneHref(phone),
    mail,
    website: websiteOf(practice),
  }
}

/** The year only where it is another one. */
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
  /** What the file is called by, beside the word for a reminder. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  today: IsoDate
  /** What else is in the file. */
  more?: readonly CalendarEvent[]
  intl: IntlShape
}

/**
 * As a file for the calendar; what has no day cannot be in it, what is late stands on today, and what is booked is there by its
 * appointment.
 */
export function saveReminders(
  reminders: readonly Reminder[],
  { name, practice, today, more = [], intl }: Saving,
): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const changedAt = now()
  // Revisions are not counted here: minutes increase, and fit.
  const sequence = Math.floor(changedAt.getTime() / 60_000)
  const events = reminders.flatMap((reminder) => {
    // What is late has to be done now, and a calendar opens on today.
    const date = isLate(reminder, today) ? today : dayOf(reminder)
    return date === undefined || isBooked(reminder)
      ? []
      : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description, sequence, changedAt }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf([...events, ...more])], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
