import type { IsoDate } from '#contract/fields.ts'
import type { IntlShape } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import type { Reminder } from '#contract/reminder.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { dayOf, nameOf } from './reminder.ts'

/** An all-day event. */
export interface CalendarDay {
  uuid: string
  date: IsoDate
  summary: string
  description: string
}

const CRLF = '\r\n'
const MAX_OCTETS = 75
const ALARM_DAYS = 7
const DAY_MS = 86_400_000

/**
 * An iCalendar file (RFC 5545) of whole days. The same reminder is the same event in every file, and a later file is a later
 * revision of it, so that a second import creates no duplicate.
 */
export function calendarOf(days: readonly CalendarDay[], now: Date): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dierenportaal//NL',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...days.flatMap((day) => eventOf(day, stamp, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => fold(line) + CRLF).join('')
}

function eventOf({ uuid, date, summary, description }: CalendarDay, stamp: string, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escape(uuid)}@dierenportaal`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    // Must increase with every revision, which is not counted: minutes increase, and fit 32 bits.
    `SEQUENCE:${Math.floor(now.getTime() / 60_000)}`,
    `DTSTART;VALUE=DATE:${basic(date)}`,
    `DTEND;VALUE=DATE:${basic(after(date, 1))}`,
    `SUMMARY:${escape(summary)}`,
    ...(description ? [`DESCRIPTION:${escape(description)}`] : []),
    'TRANSP:TRANSPARENT',
    // One that is due already would go off at once.
    ...(Date.parse(date) - ALARM_DAYS * DAY_MS > now.getTime() ? alarmOf(summary) : []),
    'END:VEVENT',
  ]
}

const alarmOf = (summary: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escape(summary)}`,
  `TRIGGER:-P${ALARM_DAYS}D`,
  'END:VALARM',
]

const basic = (date: IsoDate) => date.replaceAll('-', '')
const after = (date: IsoDate, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const escape = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`))
    .join(String.raw`\n`)

const octets = (character: string) => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4
}

/** No line is longer than 75 octets; the next begins with a space, and no character is cut in two. */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const character of line) {
    const size = octets(character)
    if (length + size > MAX_OCTETS) {
      folded += `${CRLF} `
      length = 1
    }
    folded += character
    length += size
  }
  return folded
}

interface Saving {
  /** What the file is called by, beside the word for a reminder. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  intl: IntlShape
}

/** As a file for the calendar; what has no day cannot be in it. */
export function saveReminders(reminders: readonly Reminder[], { name, practice, intl }: Saving): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const days = reminders.flatMap((reminder) => {
    const date = dayOf(reminder)
    return date === undefined ? [] : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf(days, new Date())], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
