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

/** As a calendar reads it; what it cannot read throws. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  }
}
const readOne = (changes?: Partial<AllDay>) => read(calendarOf([day(changes)])).events[0]!
const valueOf = (event: ICAL.Event, property: string) => event.component.getFirstPropertyValue(property)
const octets = (line: string) => new TextEncoder().encode(line).length

describe('whole-day event', () => {
  test('lasts from its day to the next, without blocking the time', () => {
    const event = readOne()
    expect(event.summary).toBe('Bella: Vaccinatie')
    expect(event.description).toBe('DAP De Waag\n030 555 01 23')
    expect(event.startDate.isDate).toBe(true)
    expect(event.startDate.toString()).toBe('2026-12-31')
    expect(event.endDate.toString()).toBe('2027-01-01')
    expect(valueOf(event, 'transp')).toBe('TRANSPARENT')
  })

  test.each([
    ['2028-02-28', '2028-02-29'],
    ['2027-02-28', '2027-03-01'],
    // The clock is put back and forward.
    ['2026-10-25', '2026-10-26'],
    ['2027-03-28', '2027-03-29'],
  ])('%s ends before %s', (date, end) => {
    expect(readOne({ date }).endDate.toString()).toBe(end)
  })

  test('is published, by version 2 of the rules', () => {
    const { calendar } = read(calendarOf([day()]))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstPropertyValue('prodid')).toMatch(/Dierenportaal/)
  })

  test('has an alarm at nine in the morning a week before, unless that day has begun', () => {
    const alarms = (date: string) => readOne({ date }).component.getAllSubcomponents('valarm')
    expect(alarms('2026-11-29').map((alarm) => String(alarm.getFirstPropertyValue('trigger')))).toEqual(['-P6DT15H'])
    expect(alarms('2026-11-28')).toEqual([])
    expect(alarms('2026-11-06')).toEqual([])
  })

  test.each([
    'Vlooien, teken; en wormen',
    String.raw`C:\prikken\nieuw`,
    'twee\nregels',
    'twee\r\nregels\rdrie',
    'BEGIN:VEVENT\r\nUID:x',
    'tab\tin het midden',
    'rabiës 🐕‍🦺 – Ünal',
    '',
  ])('%j comes through', (text) => {
    const { events } = read(calendarOf([day({ summary: text, description: text })]))
    expect(events).toHaveLength(1)
    const expected = text.replaceAll(/\r\n|\r/g, '\n').replaceAll('\t', ' ')
    expect(events[0]!.summary).toBe(expected)
    expect(events[0]!.description ?? '').toBe(expected)
  })

  test('commas and semicolons are escaped, which not every calendar forgives', () => {
    expect(calendarOf([day({ summary: 'a, b; c' })])).toContain(String.raw`SUMMARY:a\, b\; c`)
  })

  test('thirty, each itself', () => {
    const days = Array.from({ length: 30 }, (_, index) =>
      day({ uuid: `uuid-${index}`, date: `2027-01-${String(index + 1).padStart(2, '0')}`, summary: `Zorg ${index}` }),
    )
    const { events } = read(calendarOf(days))
    expect(events.map(({ summary, startDate }) => `${startDate.toString()} ${summary}`)).toEqual(
      days.map(({ date, summary }) => `${date} ${summary}`),
    )
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(30)
  })
})

describe('appointment', () => {
  const of = (start: string, changes: Partial<CalendarEvent> = {}) => {
    const { date: _, ...rest } = day()
    return calendarOf([{ ...rest, start, durationMinutes: 30, location: 'Spreekkamer 1; links', ...changes }])
  }
  test.each([
    ['2026-12-31T23:45:00+01:00', '20261231T224500Z', '20261231T231500Z'],
    // The night that skips an hour, before and after it.
    ['2027-03-28T01:50:00+01:00', '20270328T005000Z', '20270328T012000Z'],
    ['2027-03-28T03:10:00+02:00', '20270328T011000Z', '20270328T014000Z'],
    // The night in which the same hour comes twice: both of them.
    ['2026-10-25T02:30:00+02:00', '20261025T003000Z', '20261025T010000Z'],
    ['2026-10-25T02:30:00+01:00', '20261025T013000Z', '20261025T020000Z'],
  ])('of %s is from %s to %s, wherever it is read', (start, from, to) => {
    const file = of(start)
    expect(file).toContain(`\r\nDTSTART:${from}\r\nDTEND:${to}\r\n`)
    const event = read(file).events[0]!
    expect(event.startDate.toJSDate()).toEqual(new Date(start))
    expect(event.endDate.toJSDate().getTime() - event.startDate.toJSDate().getTime()).toBe(30 * 60_000)
    expect(event.location).toBe('Spreekkamer 1; links')
    expect(valueOf(event, 'transp')).toBe('OPAQUE')
  })

  test('has an alarm a day before, unless that moment has passed or it is cancelled', () => {
    const alarms = (start: string, changes?: Partial<CalendarEvent>) =>
      read(of(start, changes))
        .events[0]!.component.getAllSubcomponents('valarm')
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger')))
    expect(alarms('2026-11-22T10:30:16.000Z')).toEqual(['-P1D'])
    expect(alarms('2026-11-22T09:30:15.000Z')).toEqual([])
    expect(alarms('2026-11-25T10:30:16.000Z', { isCancelled: true })).toEqual([])
  })
})

describe('revisions', () => {
  test('have the same UID and a higher sequence', () => {
    const first = readOne()
    const again = readOne({ date: '2027-01-08', sequence: 4, changedAt: new Date('2026-11-22T09:30:15Z') })
    expect(again.uid).toBe(first.uid)
    expect(again.uid).toMatch(/^3f0c9d52-.+@/)
    expect(again.sequence).toBeGreaterThan(first.sequence)
    expect(valueOf(first, 'status')).toBe('CONFIRMED')
    expect(String(valueOf(first, 'dtstamp'))).toBe('2026-11-21T09:30:15Z')
    expect(String(valueOf(again, 'last-modified'))).toBe('2026-11-22T09:30:15Z')
  })

  test('of another reminder have another UID', () => {
    expect(readOne({ uuid: 'another' }).uid).not.toBe(readOne().uid)
  })

  test('that are cancelled have no alarm', () => {
    const event = readOne({ isCancelled: true })
    expect(valueOf(event, 'status')).toBe('CANCELLED')
    expect(event.component.getAllSubcomponents('valarm')).toEqual([])
  })
})

describe('who comes back', () => {
  test('is told how it is called, and when to', () => {
    const file = calendarOf([day()], { name: 'Herinneringen, van De Waag', refreshHours: 6 })
    const { calendar } = read(file)
    // Neither is known to the parser, which leaves them as they are written.
    expect(calendar.getFirstPropertyValue('name')).toBe(String.raw`Herinneringen\, van De Waag`)
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(String.raw`Herinneringen\, van De Waag`)
    expect(file).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n')
    expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT6H')
  })

  test('who saves a file once is not', () => {
    expect(read(calendarOf([day()])).calendar.getFirstProperty('refresh-interval')).toBeNull()
  })
})

describe('dates that no calendar can read', () => {
  const { date: _, ...untimed } = day()
  const timed = (start: string, durationMinutes = 30) => ({ ...untimed, start, durationMinutes })
  const summaries = (file: string) => read(file).events.map(({ summary }) => summary)
  const good = day({ uuid: 'good', summary: 'Goed' })

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-00-00',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '10000-01-01',
    '+010000-01-01',
    '2026-1-5',
    '31-12-2026',
    '20261231',
    '2026-12-31T09:00:00+01:00',
    '',
    'onbekend',
  ])('leave out the whole day %j and keep the other events', (date) => {
    expect(summaries(calendarOf([day({ date }), good]))).toEqual(['Goed'])
  })

  test.each([
    '2026-12-31T09:00:00',
    '2026-12-31 09:00',
    '2026-12-31',
    '2026-02-30T09:00:00Z',
    '2026-12-31T25:00:00Z',
    '2026-12-31T09:61:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '9999-12-31T23:30:00-05:00',
    '1900-01-01T00:30:00+02:00',
    '2026-12-31T09:00:00+1',
    '1798704000',
    '',
  ])('leave out the moment %j and keep the other events', (start) => {
    expect(summaries(calendarOf([timed(start), good]))).toEqual(['Goed'])
  })

  test.each(['1900-01-01', '2028-02-29', '9999-12-30', '9999-12-31'])('keep %s', (date) => {
    expect(readOne({ date }).startDate.toString()).toBe(date)
  })

  test.each([
    ['9999-12-31T23:30:00Z', 60, '99991231T233000Z', '99991231T235959Z'],
    ['9999-12-31T23:59:59Z', 15, '99991231T235959Z', undefined],
    ['9999-12-31T23:59:00+02:00', 10_080, '99991231T215900Z', '99991231T235959Z'],
    ['2026-03-29T02:30:00+01:00', 60, '20260329T013000Z', '20260329T023000Z'],
    ['2028-02-29T23:30:00Z', 60, '20280229T233000Z', '20280301T003000Z'],
  ])('end an appointment from %s of %s minutes within the years of four digits', (start, minutes, from, to) => {
    const file = calendarOf([timed(start, minutes)])
    expect(/DTSTART:(\S+)/.exec(file)?.[1]).toBe(from)
    expect(/DTEND:(\S+)/.exec(file)?.[1]).toBe(to)
  })

  test('have a component where all are left out', () => {
    const file = calendarOf([day({ date: '10000-01-01' })])
    const calendar = new ICAL.Component(ICAL.parse(file))
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })

  test.each([0, -15, Number.NaN, Infinity, 0.5])('omit the end of an appointment of %s minutes', (minutes) => {
    const file = calendarOf([timed('2026-12-31T09:00:00+01:00', minutes)])
    expect(file).toContain('DTSTART:20261231T080000Z')
    expect(file).not.toContain('DTEND')
  })

  test('leave out an event whose revision has no date', () => {
    expect(summaries(calendarOf([day({ changedAt: new Date('geen') }), good]))).toEqual(['Goed'])
  })
})

describe('lines', () => {
  test.each(['a', 'é', '€', '🐕', 'aé€🐕'])('of %j are at most 75 octets, and no character is cut', (piece) => {
    for (let times = 1; times < 160; times++) {
      const summary = piece.repeat(times)
      const file = calendarOf([day({ summary })])
      const bytes = new TextEncoder().encode(file)
      // Line by line, as bytes: each has to be whole UTF-8.
      let from = 0
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] !== 0x0a) continue
        expect(bytes[at - 1]).toBe(0x0d)
        const line = bytes.slice(from, at - 1)
        expect(line.length).toBeLessThanOrEqual(75)
        expect(() => new TextDecoder('utf-8', { fatal: true }).decode(line)).not.toThrow()
        from = at + 1
      }
      expect(from).toBe(bytes.length)
      expect(read(file).events[0]!.summary).toBe(summary)
    }
  })

  test('are filled: the longest has 75 octets', () => {
    const lines = calendarOf([day({ summary: 'a'.repeat(300) })]).split('\r\n')
    expect(Math.max(...lines.map(octets))).toBe(75)
  })
})
