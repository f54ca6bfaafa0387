import { expect, test } from 'vitest'
import { weightOf, weightsOf } from './weight.ts'

const SERIES = [
  { date: '2026-02-27', kg: 31.4 },
  { date: '2025-11-26', kg: 31.9 },
  { date: '2026-05-12', kg: 31.1 },
]

const FIRST = SERIES.slice(0, 1)
const LAST = { kg: 31.1, date: '2026-05-12', since: { kg: -0.3, date: '2026-02-27' } }
const NEWER = { weightKg: 32, weightDate: '2026-06-01' }
const NEWEST = { kg: 32, date: '2026-06-01', since: { kg: 0.9, date: '2026-05-12' } }

test.each([
  ['one weight', { weightKg: 31.4 }, { kg: 31.4 }],
  ['a series in any order', { weights: SERIES }, LAST],
  ['a newer weight than the series has', { ...NEWER, weights: SERIES }, NEWEST],
  ['the last of the series once more', { weightKg: 31.1, weightDate: '2026-05-12', weights: SERIES }, LAST],
  ['an older weight than the series has', { weightKg: 12, weightDate: '2020-01-01', weights: FIRST }, FIRST[0]],
  ['a weight without a day beside a series', { weightKg: 30, weights: FIRST }, FIRST[0]],
])('weightOf returns the latest weight of %s', (_, patient, expected) => {
  expect(weightOf(patient)).toEqual(expected)
})

const TWICE = [...FIRST, { date: '2026-02-27', kg: 31.5 }, { date: '2026-03-01', kg: 0 }]

test.each([
  ['nothing', {}, []],
  ['a series in any order', { weights: SERIES }, ['2025-11-26 31.9', '2026-02-27 31.4', '2026-05-12 31.1']],
  ['a weight that the series does not have', { ...NEWER, weights: FIRST }, ['2026-02-27 31.4', '2026-06-01 32']],
  ['a weight that it has', { weightKg: 31, weightDate: '2026-02-27', weights: FIRST }, ['2026-02-27 31.4']],
  ['a day twice, and a weight of 0', { weights: TWICE }, ['2026-02-27 31.5']],
])('weightsOf returns the weights of %s by date', (_, patient, expected) => {
  expect(weightsOf(patient).map(({ date, kg }) => `${date} ${kg}`)).toEqual(expected)
})
