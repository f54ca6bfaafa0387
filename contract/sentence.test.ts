import { expect, test } from 'vitest'
import { sentence, withSingleStops } from './sentence.ts'

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
