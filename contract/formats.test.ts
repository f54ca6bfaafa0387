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
  ['a zero-width character or mark of direction', ['Tess\u200B', 'Tess\u200E', 'Tess \u202Etiw ed', 'Tess\u2066']],
  ['a soft hyphen, tag or grapheme joiner', ['Te\u00ADss', 'Tess\u{E0041}', 'Te\u034Fss']],
  ['an empty cell of braille', ['Tess\u2800']],
  ['a misplaced joiner', ['Te\u200Dss', 'علی\u200C', 'علی\u200C\u200Cرضا']],
  ['a control character', ['Te\u0007ss', 'Tess\tde Wit', 'Tess\0', 'Tess\nde Wit']],
  ['half a surrogate pair', ['Tess\uD83D']],
])('isPersonName is false with %s', (_, names) => {
  expect(names.filter(isPersonName)).toEqual([])
})
