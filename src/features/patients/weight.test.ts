import { expect, test } from 'vitest'
import { weightOf, weightsOf } from './weight.ts'

const SERIES = [
  { date: '2026-02-27', kg: 31.4 },
  { date: '2025-11-26', kg: 31.9 },
  { date: '2026-05-12', kg: 31.1 },
]

test.each([
  ['one weight', { weightKg: 31.4 }, { kg: 31.4 }],
  [
    'a series in any order',
    { weights: SERIES },
    { kg: 31.1, date: '2026-05-12', since: { kg: -0.3, date: '2026-02-27' } },
  ],
  [
    'a newer one than the series has',
    { weightKg: 32, weightDate: '2026-06-01', weights: SERIES },
    { kg: 32, date: '2026-06-01', since: { kg: 0.9, date: '2026-05-12' } },
  ],
  [
    'the last of the series once more',
    { weightKg: 31.1, weightDate: '2026-05-12', weights: SERIES },
    { kg: 31.1, date: '2026-05-12', since: { kg: -0.3, date: '2026-02-27' } },
  ],
  [
    'an older one than the series has',
    { weightKg: 12, weightDate: '2020-01-01', weights: SERIES.slice(0, 1) },
    { kg: 31.4, date: '2026-02-27' },
  ],
  ['one without a day beside one of a series', { weightKg: 30, weights: SERIES.slice(0, 1) }, SERIES[0]],
])('weightOf %s', (_, patient, expected) => {
  expect(weightOf(patient)).toEqual(expected)
})

test.each([
  ['nothing', {}, []],
  ['a series in any order', { weights: SERIES }, ['2025-11-26 31.9', '2026-02-27 31.4', '2026-05-12 31.1']],
  [
    'one that the series does not have',
    { weightKg: 32, weightDate: '2026-06-01', weights: SERIES.slice(0, 1) },
    ['2026-02-27 31.4', '2026-06-01 32'],
  ],
  ['one that it has', { weightKg: 31, weightDate: '2026-02-27', weights: SERIES.slice(0, 1) }, ['2026-02-27 31.4']],
  [
    'a day twice, and a scale that was empty',
    { weights: [...SERIES.slice(0, 1), { date: '2026-02-27', kg: 31.5 }, { date: '2026-03-01', kg: 0 }] },
    ['2026-02-27 31.5'],
  ],
])('weightsOf %s', (_, patient, expected) => {
  expect(weightsOf(patient).map(({ date, kg }) => `${date} ${kg}`)).toEqual(expected)
})
