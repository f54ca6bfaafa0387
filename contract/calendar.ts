import {
  DAY_MS,
  type IsoDate,
  type IsoDateTime,
  MINUTE_MS,
  isInRange,
  isIsoDate,
  isIsoDateTime,
  storedMoment,
} from './dates.ts'

// iCalendar (RFC 5545), for a downloaded file and for a feed that calendar programs poll.

interface AllDay {
  date: IsoDate
}

interface Timed {
  start: IsoDateTime
  /** Duration; unless a positive integer, the event has no end. */
  durationMinutes: number
}

export type CalendarEvent = (AllDay | Timed) & {
  uuid: string
  summary: string
  description: string
  location?: string | undefined
  /** Number of this revision: it must increase with every revision, and fit 32 bits. */
  sequence: number
  changedAt: Date
  isCancelled?: boolean
}

export interface Feed {
  name: string
  refreshHours: number
}

const CRLF = '\r\n'
const MAX_OCTETS = 75
/**
 * Alarm triggers. A whole-day event begins at midnight, so an alarm of whole days before would ring at night.
 * `-P6DT15H` is 9:00 seven days before. Appointments are during the day.
 */
const ALARMS = {
  day: { trigger: '-P6DT15H', days: 7 },
  moment: { trigger: '-P1D', days: 1 },
} as const

/**
 * Returns an iCalendar file. Leaves out events with a date that calendars cannot read. An event has the same UID in
 * every file, so importing a second file makes no duplicates.
 */
export function calendarOf(events: readonly CalendarEvent[], feed?: Feed): string {
  const shown = events.flatMap(eventLines)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dierenportaal//NL',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(feed ? feedLines(feed) : []),
    ...(shown.length > 0 ? shown : NO_EVENTS),
    'END:VCALENDAR',
  ]
  return lines.map((line) => fold(line) + CRLF).join('')
}

/** An iCalendar file needs at least one component, so a file without events contains a time zone. */
const NO_EVENTS = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** Standard properties and their older `X-` forms, which more programs support. */
const feedLines = ({ name, refreshHours }: Feed) => [
  `NAME:${escape(name)}`,
  `X-WR-CALNAME:${escape(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
  `X-PUBLISHED-TTL:PT${refreshHours}H`,
]

function eventLines(event: CalendarEvent): string[] {
  const { uuid, summary, description, location, sequence, changedAt, isCancelled } = event
  const times = timeLines(event)
  if (!times || Number.isNaN(changedAt.getTime())) return []
  const stamp = moment(changedAt.getTime())
  const { trigger, days } = ALARMS['date' in event ? 'day' : 'moment']
  const begins = Date.parse('date' in event ? event.date : event.start)
  // An alarm in the past would ring at once.
  const hasAlarm = !isCancelled && begins - days * DAY_MS > changedAt.getTime()
  return [
    'BEGIN:VEVENT',
    `UID:${escape(uuid)}@dierenportaal`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...times,
    `SUMMARY:${escape(summary)}`,
    ...(location ? [`LOCATION:${escape(location)}`] : []),
    ...(description ? [`DESCRIPTION:${escape(description)}`] : []),
    ...(hasAlarm ? alarmOf(summary, trigger) : []),
    'END:VEVENT',
  ]
}

/**
 * Returns the start and end lines of an event. Undefined for an invalid date or a date outside the years 1900 to 9999.
 * Times are in UTC, which is unambiguous when the clocks go back.
 */
function timeLines(event: CalendarEvent): string[] | undefined {
  if ('date' in event) {
    if (!isIsoDate(event.date)) return undefined
    const end = storedMoment(Date.parse(event.date) + DAY_MS).slice(0, 10)
    // Without an end the event takes one day. Only the last storable day needs that.
    const ends = end > event.date ? [`DTEND;VALUE=DATE:${basic(end)}`] : []
    return [`DTSTART;VALUE=DATE:${basic(event.date)}`, ...ends, 'TRANSP:TRANSPARENT']
  }
  const at = instantOf(event.start)
  if (at === undefined || !isInRange(at)) return undefined
  const start = moment(at)
  const { durationMinutes } = event
  const isLong = Number.isInteger(durationMinutes) && durationMinutes > 0
  const end = isLong && moment(at + durationMinutes * MINUTE_MS)
  return [`DTSTART:${start}`, ...(end && end > start ? [`DTEND:${end}`] : []), 'TRANSP:OPAQUE']
}

/** Returns the moment of a start; undefined without an offset, because calendars would interpret the time locally. */
const instantOf = (start: unknown): number | undefined =>
  typeof start === 'string' && isIsoDateTime(start) ? Date.parse(start) : undefined

const alarmOf = (summary: string, trigger: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escape(summary)}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
]

/** Formats a moment in UTC in basic format, limited to the storable days. */
const moment = (at: number): string => `${storedMoment(at).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const basic = (date: IsoDate) => date.replaceAll('-', '')

const escape = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`))
    .join(String.raw`\n`)

const octets = (character: string) => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4
}

/** Folds a line after at most 75 octets, between characters; a continuation begins with a space. */
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
