import { expect, test } from 'vitest'
import { isPersonName } from './formats.ts'

test.each([
  '',
  'Tess de Wit',
  "Zoë d'Ûr-Çelik",
  'סמדר',
  'محمد',
  // Joiners in Persian and Sinhala.
  'علی\u200Cرضا',
  '\u0DC1\u0DCA\u200D\u0DBB\u0DD3',
  // A variant of a Han character.
  '葛\u{E0100}城',
  'Jan\u00A0Bos',
  'Sam 🐕',
])('isPersonName(%j) is true', (name) => {
  expect(isPersonName(name)).toBe(true)
})

test.each([
  ['a zero-width space', 'Tess\u200B'],
  ['a left-to-right mark', 'Tess\u200E'],
  ['an override', 'Tess \u202Etiw ed'],
  ['an isolate', 'Tess\u2066'],
  ['a soft hyphen', 'Te\u00ADss'],
  ['a tag', 'Tess\u{E0041}'],
  ['a grapheme joiner', 'Te\u034Fss'],
  ['the blank of braille', 'Tess\u2800'],
  ['a joiner between Latin letters', 'Te\u200Dss'],
  ['a joiner at an end', 'علی\u200C'],
  ['two joiners', 'علی\u200C\u200Cرضا'],
  ['a control', 'Te\u0007ss'],
  ['a tab', 'Tess\tde Wit'],
  ['NUL', 'Tess\0'],
  ['half a character', 'Tess\uD83D'],
  ['a new line', 'Tess\nde Wit'],
])('isPersonName is false with %s', (_, name) => {
  expect(isPersonName(name)).toBe(false)
})
