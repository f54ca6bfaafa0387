import { expect, test } from 'vitest'
import { canBeTyped, dateFlag, dayOf, digitsIn, digitsOf } from './typed-date.ts'

test.each(['', '1', '3112', '31121', '311219', '31129', '31129999', '01012026'])('%s can become a date', (digits) => {
  expect(canBeTyped(digits)).toBe(true)
})

test.each(['31120', '311218', '31121899'])('nothing of the years 1900 to 9999 begins with %s', (digits) => {
  expect(canBeTyped(digits)).toBe(false)
})

test.each([
  ['12052026', '2026-05-12'],
  ['29022024', '2024-02-29'],
  ['01011900', '1900-01-01'],
  ['31129999', '9999-12-31'],
])('%s is %s', (digits, day) => {
  expect(dayOf(digits)).toBe(day)
  expect(digitsOf(day)).toBe(digits)
})

test.each(['', '1205202', '29022026', '29022100', '31042026', '00012026', '01132026', '31121899'])(
  '%s is no day',
  (digits) => {
    expect(dayOf(digits)).toBeNull()
  },
)

test.each([
  '2026-05-12',
  '12-05-2026',
  '12.5.2026',
  '12/5/2026',
  ' 12 5 2026 ',
  '2026/5/12',
  '\u200e12\u200e/\u200e5\u200e/\u200e2026',
  '12–05–2026',
  '12‑05‑2026',
  '１２／０５／２０２６',
  '١٢/٠٥/٢٠٢٦',
  '12\u00a05\u00a02026',
])('%j is read', (text) => {
  expect(digitsIn(text)).toBe('12052026')
})

test('a day of one digit gets two', () => {
  expect(digitsIn('1-5-2026')).toBe('01052026')
})

test.each(['', '12 mei 2026', '12-5-26', '2026-05', '12-05-1899', '1-2-3-2026'])('%s is not read', (text) => {
  expect(digitsIn(text)).toBeNull()
})

test('half a date is wrong, and a day that does not exist; nothing at all is not', () => {
  expect(['3105', '31022026', '31052026', ''].map(dateFlag)).toEqual([
    'invalidDate',
    'invalidDate',
    undefined,
    undefined,
  ])
})
