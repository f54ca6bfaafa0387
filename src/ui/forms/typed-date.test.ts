import { expect, test } from 'vitest'
import { digitsIn } from './typed-date.ts'

test('digitsIn reads dates in any order, with any separator and any digits', () => {
  const latin = ['2026-05-12', '12.5.2026', ' 12 5 2026 ', '12–05–2026', '\u200e12\u200e/\u200e5\u200e/\u200e2026']
  for (const text of [...latin, '１２／０５／２０２６', '١٢/٠٥/٢٠٢٦']) expect(digitsIn(text)).toBe('12052026')
})

test.each(['', '12 mei 2026', '12-5-26', '2026-05', '12-05-1899', '1-2-3-2026'])('digitsIn rejects %j', (text) => {
  expect(digitsIn(text)).toBeNull()
})
