import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Appointment } from './schemas/appointment.ts'
import { appointmentOfResult, canChangeQuestions, phaseOfVisit } from './visit.ts'
import { localDay } from './zone.ts'

const planned = (start: string, fields: Partial<Appointment> = {}): Appointment => ({
  uuid: 'v',
  start,
  durationMinutes: 30,
  patientUuids: ['bella'],
  reason: 'Vaccinatie',
  status: 'BOOKED',
  ...fields,
})

// Daylight saving time ended on 25 October 2026, when 23:30 UTC of the day before was 1:30 in the Netherlands.
test.each([
  ['2026-10-24T21:59:00Z', 'BOOKED', 'upcoming'],
  ['2026-10-24T22:00:00Z', 'BOOKED', 'today'],
  ['2026-10-25T08:29:00Z', 'BOOKED', 'today'],
  ['2026-10-25T08:31:00Z', 'BOOKED', 'over'],
  ['2026-10-25T08:29:00Z', 'DONE', 'over'],
  ['2026-10-24T08:00:00Z', 'CANCELLED', 'cancelled'],
] as const)('at %s, a visit of 25 October at 9:00 that is %s is %s', (now, status, phase) => {
  expect(phaseOfVisit(planned('2026-10-25T09:00:00+01:00', { status }), new Date(now))).toBe(phase)
})

test('a visit over midnight is still today on its second day', () => {
  const night = planned('2026-06-15T23:50:00+02:00')
  expect(phaseOfVisit(night, new Date('2026-06-16T00:10:00+02:00'))).toBe('today')
})

test.each([
  ['2026-10-25T07:59:59Z', 'BOOKED', true],
  ['2026-10-25T08:00:00Z', 'BOOKED', false],
  ['2026-10-24T08:00:00Z', 'DONE', false],
  ['2026-10-24T08:00:00Z', 'CANCELLED', false],
] as const)('at %s, questions for a visit of 25 October at 9:00 that is %s can change: %s', (now, status, can) => {
  expect(canChangeQuestions({ status, start: '2026-10-25T09:00:00+01:00' }, new Date(now))).toBe(can)
})

describe('appointmentOfResult', () => {
  const morning = planned('2026-06-15T09:00:00+02:00', { uuid: 'morning' })
  const others = planned('2026-06-15T10:00:00+02:00', { uuid: 'others', patientUuids: ['miep', 'tijger'] })
  const farm = planned('2026-06-15T11:00:00+02:00', { uuid: 'farm', patientUuids: [] })
  const result = { date: '2026-06-15', patientUuids: ['bella'] }

  test.each([
    ['the appointment of its animal', result, [morning, others, farm], 'morning'],
    [
      'the appointment of one of its animals',
      { ...result, patientUuids: ['tijger', 'bo'] },
      [morning, others],
      'others',
    ],
    ['none of two appointments of its animal', result, [morning, { ...morning, uuid: 'evening' }], undefined],
    [
      'none of two appointments of its animals',
      { ...result, patientUuids: ['bella', 'miep'] },
      [morning, others],
      undefined,
    ],
    ['the appointment that was not cancelled', result, [morning, { ...morning, status: 'CANCELLED' }], 'morning'],
    ['the appointment of the client, if none is of its animal', result, [others, farm], 'farm'],
    ['no appointment of another animal', result, [others], undefined],
    ['without animals, the only one of the day', { ...result, patientUuids: [] }, [others], 'others'],
    ['without animals, none of two', { ...result, patientUuids: [] }, [morning, others], undefined],
    [
      'the appointment that is stated, whatever its day',
      { ...result, appointmentUuid: 'farm', date: '2026-07-01' },
      [farm],
      'farm',
    ],
    ['none, if the stated one is unknown', { ...result, appointmentUuid: 'gone' }, [morning], undefined],
  ] as const)('returns %s', (_, one, appointments, expected) => {
    expect(appointmentOfResult(one, appointments)).toBe(expected)
  })

  test('compares days in the time zone of the practices', () => {
    const late = planned('2026-10-24T22:00:00Z')
    expect(appointmentOfResult({ ...result, date: '2026-10-25' }, [late])).toBe('v')
    expect(appointmentOfResult({ ...result, date: '2026-10-24' }, [late])).toBeUndefined()
  })

  // The days on which daylight saving time begins and ends, and the days around them, by quarters of an hour.
  const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']
  const animals = fc.subarray(['bella', 'miep', 'tijger'])
  const appointments = fc
    .array(
      fc.record({
        day: fc.constantFrom(...DAYS),
        quarter: fc.integer({ min: 0, max: 95 }),
        patientUuids: animals,
        status: fc.constantFrom('BOOKED', 'DONE', 'CANCELLED'),
      }),
      { maxLength: 6 },
    )
    .map((all) =>
      all.map(({ day, quarter, ...fields }, index) =>
        planned(new Date(Date.parse(day) + quarter * 900_000).toISOString(), { ...fields, uuid: `v${index}` }),
      ),
    )
  const results = fc.record(
    {
      appointmentUuid: fc.constantFrom('v0', 'v1', 'gone'),
      date: fc.constantFrom(...DAYS),
      patientUuids: animals,
    },
    { requiredKeys: ['date', 'patientUuids'] },
  )

  test('finds at most one appointment, also among those of its day only, in any order', () => {
    fc.assert(
      fc.property(appointments, results, (all, one) => {
        const found = appointmentOfResult(one, all)
        expect(appointmentOfResult(one, all.toReversed())).toBe(found)
        const dayOf = ({ start }: Appointment) => localDay(Date.parse(start))
        const finding = all.filter((each) => {
          const sameDay = all.filter((other) => dayOf(other) === dayOf(each))
          return appointmentOfResult(one, sameDay) === each.uuid
        })
        expect(finding.map(({ uuid }) => uuid)).toEqual(found === undefined ? [] : [found])
        if (one.appointmentUuid === undefined && finding[0]) expect(dayOf(finding[0])).toBe(one.date)
      }),
    )
  })
})
