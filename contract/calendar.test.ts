import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, calendarOf } from './calendar.ts'

const NOW = new Date('2026-11-21T09:30:15.250Z')
type AllDay = Extract<CalendarEvent, { date: unknown }>
const day = (changes: Partial<AllDay> = {}): AllDay => ({
  uuid: '3f0c9d52-6f0e-4d0b-9a3f-0a5f7b1c2d3e',
  date: '2026-12-31',
  summary: 'Bella: Vaccinatie',
  description: 'DAP De Waag\n030 555 01 23',
  sequence: 3,
  changedAt: NOW,
  ...changes,
})
const timed = (start: string, changes: Partial<CalendarEvent> = {}): CalendarEvent => {
  const { date: _, ...rest } = day()
  return { ...rest, start, durationMinutes: 30, location: 'Spreekkamer 1; links', ...changes }
}

/** Parses a file as a calendar program does, and throws if the file is malformed. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const valueOf = (property: string) => calendar.getFirstPropertyValue(property)
  return { valueOf, events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)) }
}
const readOne = (changes?: Partial<AllDay>) => read(calendarOf([day(changes)])).events[0]!
const valueOf = (event: ICAL.Event, property: string) => event.component.getFirstPropertyValue(property)
const alarmsOf = (event: ICAL.Event) =>
  event.component.getAllSubcomponents('valarm').map((alarm) => String(alarm.getFirstPropertyValue('trigger')))

describe('calendarOf, whole-day event', () => {
  test('ends on the next day and does not block the time', () => {
    const { valueOf: propertyOf, events } = read(calendarOf([day()]))
    const [event] = events
    expect(['version', 'method'].map(propertyOf)).toEqual(['2.0', 'PUBLISH'])
    expect(propertyOf('refresh-interval')).toBeNull()
    expect(event).toMatchObject({ summary: 'Bella: Vaccinatie', description: 'DAP De Waag\n030 555 01 23' })
    expect([event!.startDate.isDate, event!.startDate.toString()]).toEqual([true, '2026-12-31'])
    expect([valueOf(event!, 'transp'), valueOf(event!, 'status')]).toEqual(['TRANSPARENT', 'CONFIRMED'])
  })

  test.each([
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2027-02-28', '2027-03-01'],
    // Daylight saving time ends or begins on these days.
    ['2026-10-25', '2026-10-26'],
    ['2027-03-28', '2027-03-29'],
  ])('a reminder on %s ends on %s', (date, end) => {
    expect(readOne({ date }).endDate.toString()).toBe(end)
  })

  test('has an alarm at 9:00 a week before, unless that day has passed', () => {
    const alarms = ['2026-11-29', '2026-11-28', '2026-11-06'].map((date) => alarmsOf(readOne({ date })))
    expect(alarms).toEqual([['-P6DT15H'], [], []])
  })

  test.each([
    'Vlooien, teken; en wormen',
    String.raw`C:\prikken\nieuw`,
    'twee\r\nregels\rdrie',
    'BEGIN:VEVENT\r\nUID:x',
    'tab\tin het midden',
    'rabiës 🐕‍🦺 – Ünal',
    '',
  ])('preserves the text %j', (text) => {
    const { events } = read(calendarOf([day({ summary: text, description: text })]))
    const expected = text.replaceAll(/\r\n|\r/g, '\n').replaceAll('\t', ' ')
    expect(events.map(({ summary, description }) => [summary, description ?? ''])).toEqual([[expected, expected]])
  })

  test('escapes commas and semicolons', () => {
    expect(calendarOf([day({ summary: 'a, b; c' })])).toContain(String.raw`SUMMARY:a\, b\; c`)
  })
})

describe('calendarOf, appointment', () => {
  test.each([
    ['2026-12-31T23:45:00+01:00', '20261231T224500Z', '20261231T231500Z'],
    // Daylight saving time begins this night and skips an hour.
    ['2027-03-28T01:50:00+01:00', '20270328T005000Z', '20270328T012000Z'],
    ['2027-03-28T03:10:00+02:00', '20270328T011000Z', '20270328T014000Z'],
    // Daylight saving time ends this night and repeats an hour.
    ['2026-10-25T02:30:00+02:00', '20261025T003000Z', '20261025T010000Z'],
    ['2026-10-25T02:30:00+01:00', '20261025T013000Z', '20261025T020000Z'],
  ])('an appointment at %s is from %s to %s in UTC', (start, from, to) => {
    const file = calendarOf([timed(start)])
    expect(file).toContain(`\r\nDTSTART:${from}\r\nDTEND:${to}\r\n`)
    const event = read(file).events[0]!
    expect(event.startDate.toJSDate()).toEqual(new Date(start))
    expect([event.location, valueOf(event, 'transp')]).toEqual(['Spreekkamer 1; links', 'OPAQUE'])
  })

  test('has an alarm a day before, unless the alarm would be in the past or the appointment is cancelled', () => {
    const alarms = (start: string, changes?: Partial<CalendarEvent>) =>
      alarmsOf(read(calendarOf([timed(start, changes)])).events[0]!)
    expect(alarms('2026-11-22T10:30:16.000Z')).toEqual(['-P1D'])
    expect(alarms('2026-11-22T09:30:15.000Z')).toEqual([])
    expect(alarms('2026-11-25T10:30:16.000Z', { isCancelled: true })).toEqual([])
  })
})

describe('calendarOf, revision of an event', () => {
  test('has the same UID and a higher sequence', () => {
    const first = readOne()
    const again = readOne({ date: '2027-01-08', sequence: 4, changedAt: new Date('2026-11-22T09:30:15Z') })
    expect(again.uid).toBe(first.uid)
    expect(again.uid).toMatch(/^3f0c9d52-.+@/)
    expect(again.sequence).toBeGreaterThan(first.sequence)
    expect(String(valueOf(first, 'dtstamp'))).toBe('2026-11-21T09:30:15Z')
    expect(String(valueOf(again, 'last-modified'))).toBe('2026-11-22T09:30:15Z')
    expect(readOne({ uuid: 'another' }).uid).not.toBe(first.uid)
  })

  test('has no alarm when cancelled', () => {
    const event = readOne({ isCancelled: true })
    expect([valueOf(event, 'status'), alarmsOf(event)]).toEqual(['CANCELLED', []])
  })
})

test('calendarOf gives a subscribed calendar a name and a refresh interval', () => {
  const file = calendarOf([day()], { name: 'Herinneringen, van De Waag', refreshHours: 6 })
  const { valueOf: propertyOf } = read(file)
  // The parser does not know these properties, so it does not unescape their values.
  expect(propertyOf('name')).toBe(String.raw`Herinneringen\, van De Waag`)
  expect(propertyOf('x-wr-calname')).toBe(String.raw`Herinneringen\, van De Waag`)
  expect(file).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n')
  expect(propertyOf('x-published-ttl')).toBe('PT6H')
})

describe('calendarOf, invalid date', () => {
  const good = day({ uuid: 'good', summary: 'Goed' })

  // contract/schemas/fields.test.ts covers all invalid days and times.
  test.each<[string, CalendarEvent]>([
    ['no day', day({ date: '2026-02-30' })],
    ['a year before 1900', day({ date: '1899-12-31' })],
    ['a year of five digits', day({ date: '10000-01-01' })],
    ['a time in place of a day', day({ date: '2026-12-31T09:00:00+01:00' })],
    ['no time', timed('2026-12-31')],
    ['a time without a zone', timed('2026-12-31T09:00:00')],
    ['a time whose year is 10000 in UTC', timed('9999-12-31T23:30:00-05:00')],
    ['a time whose year is 1899 in UTC', timed('1900-01-01T00:30:00+02:00')],
    ['a revision without a date', day({ changedAt: new Date('geen') })],
  ])('omits only the event with %s', (_, event) => {
    expect(read(calendarOf([event, good])).events.map(({ summary }) => summary)).toEqual(['Goed'])
  })

  test('returns a calendar without events if all dates are invalid', () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarOf([day({ date: '10000-01-01' })])))
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })

  test.each(['1900-01-01', '2028-02-29', '9999-12-31'])('accepts the date %s', (date) => {
    expect(readOne({ date }).startDate.toString()).toBe(date)
  })

  test.each<readonly [string, number, string | undefined]>([
    ['9999-12-31T23:30:00Z', 60, '99991231T235959Z'],
    ['9999-12-31T23:59:59Z', 15, undefined],
    ['2028-02-29T23:30:00Z', 60, '20280301T003000Z'],
    ...[0, -15, Number.NaN, Infinity, 0.5].map((minutes) => ['2026-12-31T09:00:00Z', minutes, undefined] as const),
  ])('an appointment at %s of %s minutes ends at %s', (start, durationMinutes, end) => {
    const file = calendarOf([timed(start, { durationMinutes })])
    expect(file).toContain('DTSTART:')
    expect(/DTEND:(\S+)/.exec(file)?.[1]).toBe(end)
  })
})

test.each(['a', 'aé€🐕'])('calendarOf folds lines of %j at 75 octets without cutting a character', (piece) => {
  let longest = 0
  for (let times = 1; times < 160; times++) {
    const summary = piece.repeat(times)
    const file = calendarOf([day({ summary })])
    expect(file.endsWith('\r\n')).toBe(true)
    const lines = Buffer.from(file).toString('latin1').split('\r\n')
    for (const line of lines) {
      expect(line).not.toContain('\n')
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))).not.toThrow()
    }
    longest = Math.max(longest, ...lines.map(({ length }) => length))
    expect(read(file).events[0]!.summary).toBe(summary)
  }
  expect(longest).toBe(75)
})
