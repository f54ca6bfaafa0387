import type { IsoDate } from './fields.ts'

// iCalendar (RFC 5545): a file that is saved once, and a feed that calendars come back to.

/** An all-day event. */
export interface CalendarEvent {
  uuid: string
  date: IsoDate
  summary: string
  description: string
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
const ALARM_DAYS = 7
const DAY_MS = 86_400_000

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

function eventLines({ uuid, date, summary, description, sequence, changedAt, isCancelled }: CalendarEvent): string[] {
  const stamp = `${changedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  // One that is due already would go off at once.
  const hasAlarm = !isCancelled && Date.parse(date) - ALARM_DAYS * DAY_MS > changedAt.getTime()
  return [
    'BEGIN:VEVENT',
    `UID:${escape(uuid)}@dierenportaal`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART;VALUE=DATE:${basic(date)}`,
    `DTEND;VALUE=DATE:${basic(after(date, 1))}`,
    `SUMMARY:${escape(summary)}`,
    ...(description ? [`DESCRIPTION:${escape(description)}`] : []),
    'TRANSP:TRANSPARENT',
    ...(hasAlarm ? alarmOf(summary) : []),
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
