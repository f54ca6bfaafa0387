import { expect, test } from 'vitest'
import { sentence } from './sentence.ts'

test.each([
  ['van DAP De Linde', 'van DAP De Linde.'],
  ['van De Waag B.V.', 'van De Waag B.V.'],
  ['van Help!', 'van Help!'],
  ['factuurnummer 2026-1 ', 'factuurnummer 2026-1.'],
  ['van De Waag B.V. ', 'van De Waag B.V.'],
])('%j becomes %j', (text, expected) => {
  expect(sentence(text)).toBe(expected)
})
