import { expect, test } from 'vitest'
import { copiedNumber, limited } from './typed-number.ts'

test.each([
  ['€ 1.234,50', ',', '1234.50'],
  ['1,234.50', ',', '1234.50'],
  ['12,50', '.', '12.50'],
  ['1.234', ',', '1234'],
  ['1.234', '.', '1.234'],
  ['1,234', '.', '1234'],
  ['1.234.567,89', ',', '1234567.89'],
  ['-7', ',', '7'],
  ['geen', ',', ''],
  ['\u202d€\u00a01\u202f234,50\u202c', ',', '1234.50'],
  ['１２，５', ',', '12.5'],
  ['١٢٫٥', ',', '12.5'],
])('copiedNumber(%s, %s) is %s', (text, symbol, number) => {
  expect(copiedNumber(text, symbol)).toBe(number)
})

test('limited cuts off decimals and keeps one decimal point', () => {
  expect(limited('12.345', 2)).toBe('12.34')
  expect(limited('12.34', 2)).toBe('12.34')
  expect(limited('12.34', 0)).toBe('12')
  expect(limited('1.2.3', 2)).toBe('1.23')
  expect(limited('12', 2)).toBe('12')
})
