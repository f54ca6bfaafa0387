import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { IntlShape } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import { displayName } from '#contract/names.ts'
import type { IsoDate } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'
import { isWebsite, websiteOf } from '#contract/website.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { dayOf, isDue, nameOf } from './reminder.ts'

/** The ways to an appointment, each left out where there is none. */
export interface Ways {
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
