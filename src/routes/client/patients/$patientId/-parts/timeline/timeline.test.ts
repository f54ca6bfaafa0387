import { expect, test } from 'vitest'
import { type TimelineSources, timelineOf } from './timeline.ts'

const TODAY = '2026-11-21'
const nothing: TimelineSources = { reminders: [], visits: [], attachments: [], entries: [] }
const timelineLines = (of: Partial<TimelineSources>) => {
  const { planned, past } = timelineOf({ ...nothing, ...of }, 'bobbie', TODAY)
  return [planned, past].map((rows) => rows.map(({ kind, key, date }) => `${date} ${kind} ${key}`))
}
const of = 'bobbie'
const description = 'Vaccinatie'

test('timelineOf sorts planned entries ascending and past entries descending', () => {
  const reminders = [
    { uuid: 'later', patientUuid: of, date: '2027-03-01', active: true, description },
    { uuid: 'late', patientUuid: of, date: '2026-10-01', active: true, description },
    { uuid: 'done', patientUuid: of, date: '2026-01-10', completedDate: '2026-01-15', active: false, description },
    { uuid: 'cancelled', patientUuid: of, date: '2026-12-31', active: false, description },
  ]
  const visits = [
    { uuid: 'visit', patientUuid: of, date: '2026-01-12' },
    { uuid: 'planned', patientUuid: of, date: '2026-12-01' },
    { uuid: 'today', patientUuid: of, date: TODAY },
  ]
  const attachments = [{ uuid: 'scan', patientUuid: of, date: '2025-06-01', type: 'lab-results' as const }]
  const entries = [
    { uuid: 'entry', date: '2026-01-14', description },
    { date: '2024-01-01', description },
  ]
  expect(timelineLines({ reminders, visits, attachments, entries })).toEqual([
    ['2026-10-01 reminders late', '2026-12-01 visits planned', '2027-03-01 reminders later'],
    [
      '2026-12-31 reminders cancelled',
      '2026-11-21 visits today',
      '2026-01-15 reminders done',
      '2026-01-14 logbook entry',
      '2026-01-12 visits visit',
      '2025-06-01 attachments scan',
      '2024-01-01 logbook entry-1',
    ],
  ])
})
