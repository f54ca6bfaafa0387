import { expect, test } from 'vitest'
import type { PatientLogbookEntry } from '#contract/logbook.ts'
import { releaseDays, releasesOf } from './releases.ts'

const TODAY = '2026-11-21'
const cow = (name: string) => ({ uuid: name, name })
const given = (patientUuid: string, more: Partial<PatientLogbookEntry>): PatientLogbookEntry => ({
  patientUuid,
  date: '2026-11-20',
  description: 'Middel',
  ...more,
})

test('of each food by the first day on which it may be delivered again, each group of a herd for itself', () => {
  const releases = releasesOf(
    [cow('Anna'), cow('Bles'), cow('Ooien')],
    [
      given('Ooien', { animals: '12', withdrawalMeatDays: 10 }),
      given('Ooien', { animals: '15', withdrawalMeatDays: 3 }),
      given('Bles', { withdrawalMeatDays: 3, withdrawalMilkHours: 24 }),
      given('Anna', { withdrawalMeatDays: 3 }),
      given('Anna', { withdrawalMilkDays: 0 }),
      given('stranger', { withdrawalMeatDays: 3 }),
    ],
    TODAY,
  )
  const told = [...releases].map(([food, list]) => [
    food,
    list.map(({ patient, withdrawal, day }) => `${day} ${patient.name} ${withdrawal.entry.animals ?? ''}`.trim()),
  ])
  expect(told).toEqual([
    ['milk', ['2026-11-22 Bles']],
    ['meat', ['2026-11-24 Anna', '2026-11-24 Bles', '2026-11-24 Ooien 15', '2026-12-01 Ooien 12']],
  ])
  const days = (most: number) =>
    releaseDays(releases.get('meat')!, most).map(({ day, count, shown }) => `${day} ${shown.length}/${count}`)
  expect(days(2)).toEqual(['2026-11-24 2/3'])
  expect(days(3)).toEqual(['2026-11-24 3/3'])
  expect(days(25)).toEqual(['2026-11-24 3/3', '2026-12-01 1/1'])
})
