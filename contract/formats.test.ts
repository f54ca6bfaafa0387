import { expect, test } from 'vitest'
import { isPersonName } from './formats.ts'

test.each([
  '',
  'Tess de Wit',
  "Zoë d'Ûr-Çelik",
  'Nguyễn Thị',
  'Łukasz',
  'סמדר',
  'محمد',
  // A joiner that spells: Persian, and the conjunct of Sinhala.
  'علی\u200Cرضا',
  '\u0DC1\u0DCA\u200D\u0DBB\u0DD3',
  // The variant of a character that a family writes.
  '葛\u{E0100}城',
  'Jan\u00A0Bos',
  'Sam 🐕',
])('%j is a name', (name) => {
  expect(isPersonName(name)).toBe(true)
})

test.each([
  ['a zero-width space', 'Tess\u200B'],
  ['a left-to-right mark', 'Tess\u200E'],
  ['a right-to-left mark', '\u200FTess'],
  ['an override', 'Tess \u202Etiw ed'],
  ['an embedding', 'Tess\u202A'],
  ['an isolate', 'Tess\u2066'],
  ['the end of an isolate', 'Tess\u2069'],
  ['a byte order mark', '\uFEFFTess'],
  ['a word joiner', 'Te\u2060ss'],
  ['a soft hyphen', 'Te\u00ADss'],
  ['an Arabic letter mark', 'Tess\u061C'],
  ['a Mongolian vowel separator', 'Te\u180Ess'],
  ['a tag', 'Tess\u{E0041}'],
  ['a filler of Hangul', 'Tess\u3164'],
  ['a grapheme joiner', 'Te\u034Fss'],
  ['a variation selector', 'Tess\uFE0F'],
  ['the blank of braille', 'Tess\u2800'],
  ['a joiner between Latin letters', 'Te\u200Dss'],
  ['a non-joiner between Latin letters', 'Te\u200Css'],
  ['a joiner at an end', 'علی\u200C'],
  ['two joiners', 'علی\u200C\u200Cرضا'],
  ['a control', 'Te\u0007ss'],
  ['one of the second set', 'Te\u0080ss'],
  ['a tab', 'Tess\tde Wit'],
  ['NUL', 'Tess\0'],
  ['half a character', 'Tess\uD83D'],
  ['a new line', 'Tess\nde Wit'],
])('%s is not part of a name', (_, name) => {
  expect(isPersonName(name)).toBe(false)
})
