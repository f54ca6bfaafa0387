import { expect, test } from 'vitest'
import { SPECIES } from '#contract/patient.ts'
import { BORDER_LANGUAGES, BORDER_WORDS, borderDate, borderSpecies, diseasesIn } from './border-words.ts'

test('every term has a translation in every language', () => {
  for (const word of Object.values(BORDER_WORDS)) expect(word.filter(Boolean)).toHaveLength(BORDER_LANGUAGES.length)
})

test('every species except OTHER has a term', () => {
  const nameless = SPECIES.filter((species) => borderSpecies(species) === undefined)
  expect(nameless).toEqual(['OTHER'])
  expect(borderSpecies('toString')).toBeUndefined()
  expect(borderSpecies(undefined)).toBeUndefined()
})

test.each([
  ['Vaccinatie: rabiës', ['Tollwut']],
  ['Vaccinatie: DHP + Lepto (L4)', ['Staupe, Hepatitis, Parvovirose', 'Leptospirose']],
  ['Kattenziekte en niesziekte', ['Katzenseuche', 'Katzenschnupfen']],
  ['Nobivac', []],
  [undefined, []],
])('diseasesIn(%j) returns %j', (name, german) => {
  expect(diseasesIn(name).map(([, , word]) => word)).toEqual(german)
})

test('borderDate writes a date as in a passport', () => {
  expect(borderDate('2026-12-31')).toBe('31/12/2026')
  expect(borderDate('2026-12-31T10:00:00Z')).toBe('31/12/2026')
})
