import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { IntlShape } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import { displayName } from '#contract/names.ts'
import type { IsoDate } from '#contract/fields.ts'
import { isWebsite, websiteOf } from '#contract/website.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { telephoneHref } from '#src/lib/telephone-href.ts'
import { asDate } from '#src/lib/dates.ts'
import { dayOf, nameOf } from './reminder.ts'

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
  reminder: Reminder
  practice: Pick<Practice, 'name' | 'phone' | 'email' | 'website' | 'bookingUrl'>
  /** Who asks. */
  client: Pick<Client, 'companyName' | 'callName' | 'firstName' | 'lastName' | 'clientNumber'> | undefined
  today: IsoDate
}

/** How to ask the practice for what is to be done; a mail is written here. */
export function waysToAppointment({ reminder, practice, client, today }: AppointmentOf, intl: IntlShape): Ways {
  const { phone, email, bookingUrl } = practice
  const text = intl.formatMessage
  const name = nameOf(reminder, intl)
  const date = dayOf(reminder)
  const what = [text({ id: 'client.reminders.mailWish' }), name, date && dayInWords(date, today, intl)]
  const who = [
    client && displayName(client),
    client?.clientNumber && text({ id: 'client.contact.clientNumberIs' }, { number: client.clientNumber }),
  ]
  const mail = mailHref(email, {
    subject: text({ id: 'client.reminders.mailSubject' }, { name }),
    text: [
      text({ id: 'client.reminders.mailGreeting' }, { practice: practice.name }),
      what.filter(Boolean).join('\n'),
      [text({ id: 'client.reminders.mailEnd' }), ...who].filter(Boolean).join('\n'),
    ].join('\n\n'),
  })
  return {
    booking: bookingUrl && isWebsite(bookingUrl) ? bookingUrl : undefined,
    phone: phone && telephoneHref(phone),
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
