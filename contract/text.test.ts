import { describe, expect, test } from 'vitest'
import { cleanLine, cleanQuery, cleanText, isPersonName, sentence, withSingleStops } from './text.ts'

describe('cleanText', () => {
  test.each([
    ['nothing', '', ''],
    ['white space only', ' \t\r\n\u00a0\u3000', ''],
    ['a zero-width space', 'jan\u200b@mail.example', 'jan@mail.example'],
    ['soft hyphens', 'Zwart\u00adjansen', 'Zwartjansen'],
    ['embeddings and isolates', '\u202aJan\u202c \u2066Smit\u2069', 'Jan Smit'],
    ['a mark of direction around a copied number', '\u202d+31612345678\u202c', '+31612345678'],
    ['the Hangul filler', '\u3164', ''],
    ['a grapheme joiner', 'e\u034f\u0301', '\u00e9'],
    ['a combining accent', 'Zoe\u0308', 'Zo\u00eb'],
    ['control characters', 'Jan\u0000\u001f\u0007Smit\u009f', 'JanSmit'],
    ['half a character', 'Jan\ud83d', 'Jan'],
    ['an empty cell of braille', '\u2800', ''],
    ['tags that hide a text', 'Jan\u{e0041}\u{e0042}', 'Jan'],
    ['a line end after a name', 'Jansen\r\n', 'Jansen'],
    ['line ends of any system', 'een\r\ntwee\rdrie\vvier\u2028vijf\u0085zes', 'een\ntwee\ndrie\nvier\nvijf\nzes'],
    ['spaces, tabs and empty lines within a text', 'een\n\n\ttwee  drie', 'een\n\n\ttwee  drie'],
    ['a no-break space within a text', 'van\u00a0Dijk', 'van\u00a0Dijk'],
    ['invisible characters and white space at the ends', '\u200b \u200bJan \ufeff \u200e', 'Jan'],
  ])('cleans %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected)
    expect(cleanText(expected)).toBe(expected)
  })

  test.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a professional with a tone of skin', '👩🏽‍⚕️'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a non-joiner in Persian', 'می\u200cخواهم'],
    ['a joiner in Sinhala', 'ශ්\u200dරී'],
    ['a half form at the end of a word in Malayalam', 'അവന്\u200d'],
    ['the variant of a Han character', '葛\u{e0100}'],
    ['an Arabic number sign', '\u0600١٢'],
  ])('preserves %s', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'))
  })

  test.each([
    ['a joiner between Latin letters', 'Jan\u200dsen\u200c', 'Jansen'],
    ['a non-joiner at the end of a Persian word', 'علی\u200c', 'علی'],
    ['a joiner after a family', '👨‍👩‍', '👨‍👩'],
  ])('removes %s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })
})

test('cleanText limits a run of combining marks to 30', () => {
  expect(cleanText(`Zoe\u0308${'\u0316\u0301'.repeat(1000)}n`)).toHaveLength('Zoën'.length + 29)
  expect(cleanText('Nguyễn Ệ Zoë')).toBe('Nguyễn Ệ Zoë'.normalize('NFC'))
})

test.each([
  ['van\u00a0den\u202f \t Berg', 'van den Berg'],
  ['Jan\u200b\r\nSmit\n', 'Jan Smit'],
  ['  ', ''],
])('cleanLine makes one line of %j', (text, expected) => {
  expect(cleanLine(text)).toBe(expected)
})

test.each([
  ['  ', ''],
  [' jan\u200b ', 'jan'],
  ['\u200b', '\u200b'],
])('cleanQuery(%j) is %j', (typed, query) => {
  expect(cleanQuery(typed)).toBe(query)
})

test.each([
  ['van DAP De Linde', 'van DAP De Linde.'],
  ['van De Waag B.V.', 'van De Waag B.V.'],
  ['van Help!', 'van Help!'],
  ['factuurnummer 2026-1 ', 'factuurnummer 2026-1.'],
  ['van De Waag B.V.\u200B', 'van De Waag B.V.'],
  ['van DAP De Linde\u00AD\uFEFF', 'van DAP De Linde.'],
  ['van ‘Hup!’', 'van ‘Hup!’'],
  ['van "De Waag B.V."', 'van "De Waag B.V."'],
  ['van “De Waag”', 'van “De Waag”.'],
  ['van De Waag (v/h Linde B.V.)', 'van De Waag (v/h Linde B.V.).'],
  ['van 犬。', 'van 犬。'],
])('sentence(%j) is %j', (text, expected) => {
  expect(sentence(text)).toBe(expected)
})

test.each([
  ['De mail is van De Waag B.V..', 'De mail is van De Waag B.V.'],
  ['Bel De Waag B.V.. Of mail.', 'Bel De Waag B.V. Of mail.'],
  ['Bel De Waag….', 'Bel De Waag…'],
  ['Bel De Waag.', 'Bel De Waag.'],
  ['Wacht... Of niet', 'Wacht... Of niet'],
  ['a..b', 'a..b'],
  ['..', '..'],
  ['0,10 p.m.', '0,10 p.m.'],
])('withSingleStops(%j) is %j', (text, expected) => {
  expect(withSingleStops(text)).toBe(expected)
})

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
