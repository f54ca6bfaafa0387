import { describe, expect, test } from 'vitest'
import { SPECIES, isFormer, mayBeFood } from '#contract/patient.ts'
import { sexIds } from '#contract/patient.ts'
import { ageOn, byThree, initialsOf, speciesId } from './patient-texts.ts'

test('speciesId returns a text for every species of the contract', () => {
  expect(SPECIES.map(speciesId)).toEqual(SPECIES.map((species) => `client.patients.species.${species}`))
  expect(['LLAMA', '', undefined, 'constructor'].map(speciesId)).toEqual([undefined, undefined, undefined, undefined])
})

describe('sexIds', () => {
  const wordsFor = (species: string | undefined, sex: string | undefined, neutered?: boolean) =>
    sexIds({ species, sex, neutered } as Parameters<typeof sexIds>[0]).map((id) => id.replace('client.patients.', ''))

  test.each([
    ['DOG', 'MALE', false, ['sex.DOG.MALE']],
    ['DOG', 'MALE', true, ['sex.DOG.MALE', 'neutered.MALE']],
    ['DOG', 'FEMALE', true, ['sex.DOG.FEMALE', 'neutered.FEMALE']],
    ['HORSE', 'MALE', true, ['sex.HORSE.NEUTERED']],
    ['PONY', 'MALE', true, ['sex.HORSE.NEUTERED']],
    ['CATTLE', 'MALE', true, ['sex.CATTLE.NEUTERED']],
    ['SHEEP', 'MALE', true, ['sex.SHEEP.MALE', 'neutered.MALE']],
    ['FERRET', 'MALE', true, ['sex.other.MALE', 'neutered.MALE']],
    ['constructor', 'FEMALE', false, ['sex.other.FEMALE']],
    ['DOG', 'UNKNOWN', false, []],
    ['DOG', 'UNKNOWN', true, ['neutered.UNKNOWN']],
    ['DOG', 'BOTH', false, []],
  ])('returns the texts for %s, %s, neutered %s', (species, sex, neutered, words) => {
    expect(wordsFor(species, sex, neutered)).toEqual(words)
  })
})

test.each([
  [{}, false],
  [{ active: true, deceasedDate: null }, false],
  [{ active: false }, true],
  [{ deceasedDate: '2024-05-03' }, true],
])('isFormer(%j) is %s', (patient, expected) => {
  expect(isFormer(patient as Parameters<typeof isFormer>[0])).toBe(expected)
})

test.each([
  [{}, false],
  [{ species: 'DOG', foodProducing: false }, false],
  [{ species: 'RABBIT', foodProducing: true }, true],
  [{ species: 'HORSE', foodProducing: false }, true],
  [{ species: 'POULTRY' }, true],
  [{ kind: 'HERD' }, true],
])('mayBeFood(%j) is %s', (patient, expected) => {
  expect(mayBeFood(patient as Parameters<typeof mayBeFood>[0])).toBe(expected)
})

test.each([
  ['528140000000123', '528 140 000 000 123'],
  ['528 1400 0000 0123', '528 140 000 000 123'],
  ['1234567', '123 456 7'],
  ['NL 100 123', 'NL 100 123'],
  ['', ''],
])('byThree(%s) groups the digits as %s', (number, expected) => {
  expect(byThree(number)).toBe(expected)
})

test('initialsOf keeps characters outside the basic multilingual plane whole', () => {
  expect([initialsOf('Bobbie'), initialsOf('B'), initialsOf('🐎🐎🐎')]).toEqual(['Bo', 'B', '🐎🐎'])
})

test.each([
  ['2019-03-14', '2026-11-21', '7 year'],
  // The birthday itself, and the day before.
  ['2019-11-21', '2026-11-21', '7 year'],
  ['2019-11-22', '2026-11-21', '6 year'],
  // Ages under two years are in months.
  ['2024-11-21', '2026-11-21', '2 year'],
  ['2024-11-22', '2026-11-21', '23 month'],
  // Ages under twelve weeks are in weeks.
  ['2026-08-29', '2026-11-21', '2 month'],
  ['2026-08-30', '2026-11-21', '11 week'],
  ['2026-11-14', '2026-11-21', '1 week'],
  ['2026-11-21', '2026-11-21', '0 week'],
  // Daylight saving time begins within this week.
  ['2026-03-22', '2026-03-29', '1 week'],
  // A birth on 29 February.
  ['2020-02-29', '2023-02-28', '2 year'],
  ['2020-02-29', '2023-03-01', '3 year'],
  ['2020-02-29', '2024-02-29', '4 year'],
  ['2026-01-31', '2026-06-30', '4 month'],
])('ageOn for %s on %s is %s', (birthDate, day, expected) => {
  const age = ageOn(birthDate, day)
  expect(`${age?.count} ${age?.id.replace('client.patients.age.', '')}`).toBe(expected)
})

test.each([['2026-11-22'], ['2099-01-01'], ['niet bekend']])('ageOn for %s is null', (birthDate) => {
  expect(ageOn(birthDate, '2026-11-21')).toBeNull()
})
