import type { IsoDate, IsoDateTime } from './fields.ts'

// iCalendar (RFC 5545): a file that is saved once, and a feed that calendars come back to.

/** On a whole day. */
interface AllDay {
  date: IsoDate
}

/** At a moment, with its offset. */
interface Timed {
  start: IsoDateTime
  durationMinutes: number
}

export type CalendarEvent = (AllDay | Timed) & {
  uuid: string
  summary: string
  description: string
  location?: string | undefined
  /** Of this revision: it must increase with every one, and fit 32 bits. */
  sequence: number
  changedAt: Date
  isCancelled?: boolean
}

/** What tells a calendar that comes back (RFC 7986) how it is called and when to. */
export interface Feed {
  name: string
  refreshHours: number
}

const CRLF = '\r\n'
const MAX_OCTETS = 75
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Before what is due on a day, and before what begins at a moment. */
const ALARM_DAYS = { day: 7, moment: 1 } as const

/** The same event has the same UID in every file, so that reading a second one duplicates nothing. */
export function calendarOf(events: readonly CalendarEvent[], feed?: Feed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dierenportaal//NL',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(feed ? feedLines(feed) : []),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => fold(line) + CRLF).join('')
}

/** In the words of the standard, and in those that came before it. */
const feedLines = ({ name, refreshHours }: Feed) => [
  `NAME:${escape(name)}`,
  `X-WR-CALNAME:${escape(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
  `X-PUBLISHED-TTL:PT${refreshHours}H`,
]

function eventLines(event: CalendarEvent): string[] {
  const { uuid, summary, description, location, sequence, changedAt, isCancelled } = event
  const alarmDays = ALARM_DAYS['date' in event ? 'day' : 'moment']
  const begins = Date.parse('date' in event ? event.date : event.start)
  // One that is due already would go off at once.
  const hasAlarm = !isCancelled && begins - alarmDays * DAY_MS > changedAt.getTime()
  return [
    'BEGIN:VEVENT',
    `UID:${escape(uuid)}@dierenportaal`,
    `DTSTAMP:${moment(changedAt)}`,
    `LAST-MODIFIED:${moment(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...timeLines(event),
    `SUMMARY:${escape(summary)}`,
    ...(location ? [`LOCATION:${escape(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escape(description)}`] : []),
    ...(hasAlarm ? alarmOf(summary, alarmDays) : []),
    'END:VEVENT',
  ]
}

/** A moment in UTC, which says it also in the hour that comes twice when the clock is put back. A day keeps nobody from anything. */
function timeLines(event: CalendarEvent): string[] {
  if ('date' in event)
    return [
      `DTSTART;VALUE=DATE:${basic(event.date)}`,
      `DTEND;VALUE=DATE:${basic(after(event.date, 1))}`,
      'TRANSP:TRANSPARENT',
    ]
  const start = Date.parse(event.start)
  return [
    `DTSTART:${moment(new Date(start))}`,
    `DTEND:${moment(new Date(start + event.durationMinutes * MINUTE_MS))}`,
    'TRANSP:OPAQUE',
  ]
}

const alarmOf = (summary: string, days: number) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escape(summary)}`,
  `TRIGGER:-P${days}D`,
  'END:VALARM',
]

const moment = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const basic = (date: IsoDate) => date.replaceAll('-', '')
const after = (date: IsoDate, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const escape = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`))
    .join(String.raw`\n`)

const octets = (character: string) => {
  const point = character.codePointAt(0) ?? 0
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
