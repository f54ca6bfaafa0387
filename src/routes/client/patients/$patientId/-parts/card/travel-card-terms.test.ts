import { expect, test } from 'vitest'
import { SPECIES } from '#contract/patient.ts'
import { TRAVEL_CARD_LANGUAGES, TRAVEL_CARD_TERMS, passportDate, speciesTerm, diseasesIn } from './travel-card-terms.ts'

test('every term has a translation in every language', () => {
  for (const word of Object.values(TRAVEL_CARD_TERMS))
    expect(word.filter(Boolean)).toHaveLength(TRAVEL_CARD_LANGUAGES.length)
})

test('every species except OTHER has a term', () => {
  const nameless = SPECIES.filter((species) => speciesTerm(species) === undefined)
  expect(nameless).toEqual(['OTHER'])
  expect(speciesTerm('toString')).toBeUndefined()
  expect(speciesTerm(undefined)).toBeUndefined()
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
  expect(passportDate('2026-12-31')).toBe('31/12/2026')
  expect(passportDate('2026-12-31T10:00:00Z')).toBe('31/12/2026')
})
