import { expect, test } from 'vitest'
import { type Dosage, readDosage } from './dosage.ts'

const asText = ({ amount, unit, at }: Dosage) =>
  `${amount} ${unit ?? '?'} ${typeof at === 'number' ? `${at}x` : at.join('+')}`

test.each([
  ['2x daags 1 tablet', '1 tablet 2x'],
  ['1 tablet, 2 x daags', '1 tablet 2x'],
  ['3 maal per dag 2,5 ml.', '2.5 ml 3x'],
  ['1x per dag ½ tabl', '0.5 tablet 1x'],
  ['2dd1', '1 ? 2x'],
  ['2dd 1 1/2 tablet', '1.5 tablet 2x'],
  ['5 druppels, 2 x daags', '5 drop 2x'],
  ['1 tablet ’s morgens en ’s avonds', '1 tablet morning+evening'],
  ["'s Avonds 2 capsules", '2 capsule evening'],
  ["'s ochtends, 's middags en 's avonds 1 zakje", '1 sachet morning+noon+evening'],
  ['1 tablet in the morning and in the evening', '1 tablet morning+evening'],
  ['1 tablet twice', undefined],
])('readDosage(%j) is %s', (text, expected) => {
  const found = readDosage(text)
  expect(found && asText(found)).toBe(expected)
})

// A part of these texts would be another dose.
test.each([
  ['is incomplete', ['', '2 tabletten', '2x daags 0 tabletten']],
  ['depends on the weight or a range', ['1 ml per 10 kg, 1 x daags', '1-2 tabletten, 2x daags']],
  ['is not daily', ['1 pipet per maand', '2x per week 1 tablet']],
  [
    'has more words',
    ['2x daags 1 tablet gedurende 7 dagen', '2x daags 1 tablet, zo nodig 3x', 'niet 2x daags 1 tablet'],
  ],
  ['has two doses', ['2x daags 1 tablet\n1x daags 2 tabletten', "'s morgens 1 tablet en 's avonds 2 tabletten"]],
])('readDosage is undefined for a text that %s', (_, texts) => {
  expect(texts.map(readDosage)).toEqual(texts.map(() => undefined))
})
