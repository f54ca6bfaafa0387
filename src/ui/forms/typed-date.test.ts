import { expect, test } from 'vitest'
import { canBeTyped, dateFlag, dayOf, digitsIn, digitsOf } from './typed-date.ts'

test('canBeTyped is true for any prefix of a date between 1900 and 9999', () => {
  const typed = ['', '1', '3112', '31121', '311219', '31129', '31129999', '01012026']
  expect([...typed, '31120', '311218', '31121899'].filter(canBeTyped)).toEqual(typed)
})

test.each([
  ['12052026', '2026-05-12'],
  ['29022024', '2024-02-29'],
  ['01011900', '1900-01-01'],
  ['31129999', '9999-12-31'],
])('dayOf(%s) is %s', (digits, day) => {
  expect(dayOf(digits)).toBe(day)
  expect(digitsOf(day)).toBe(digits)
})

test('dayOf returns null for an incomplete date or an impossible day', () => {
  const others = ['', '1205202', '29022026', '29022100', '31042026', '00012026', '01132026', '31121899']
  expect(others.filter((digits) => dayOf(digits) !== null)).toEqual([])
})

test('digitsIn reads dates in any order, with any separator and any digits', () => {
  const latin = ['2026-05-12', '12.5.2026', ' 12 5 2026 ', '12–05–2026', '\u200e12\u200e/\u200e5\u200e/\u200e2026']
  for (const text of [...latin, '１２／０５／２０２６', '١٢/٠٥/٢٠٢٦']) expect(digitsIn(text)).toBe('12052026')
})

test('digitsIn pads days and months', () => {
  expect(digitsIn('1-5-2026')).toBe('01052026')
})

test.each(['', '12 mei 2026', '12-5-26', '2026-05', '12-05-1899', '1-2-3-2026'])('digitsIn rejects %j', (text) => {
  expect(digitsIn(text)).toBeNull()
})

test('dateFlag reports an incomplete date and an impossible day', () => {
  expect(['3105', '31022026'].map(dateFlag)).toEqual(['invalidDate', 'invalidDate'])
  expect(['31052026', ''].map(dateFlag)).toEqual([undefined, undefined])
})
