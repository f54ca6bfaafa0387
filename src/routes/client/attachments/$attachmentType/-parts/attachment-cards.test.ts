import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { sizeText } from './attachment-cards.tsx'

test.each([
  [0, '1 kB', '1 kB'],
  [1, '1 kB', '1 kB'],
  [1499, '1 kB', '1 kB'],
  [20_000, '20 kB', '20 kB'],
  [999_499, '999 kB', '999 kB'],
  [999_500, '1 MB', '1 MB'],
  [3_446_395, '3,4 MB', '3.4 MB'],
  [1_234_500_000, '1.234,5 MB', '1,234.5 MB'],
])('sizeText formats %i bytes in both languages', (bytes, dutch, english) => {
  const text = (locale: string) => sizeText(bytes, createIntl({ locale })).replaceAll('\u00A0', ' ')
  expect([text('nl-NL'), text('en-GB')]).toEqual([dutch, english])
})
