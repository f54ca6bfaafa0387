import { describe, expect, test } from 'vitest'
import { SPECIES } from '#contract/patient.ts'
import { isFormer, mayBeFood } from '#contract/patient-state.ts'
import { byThree, initialsOf, sexIds, speciesId } from './words.ts'

test('every species of the contract has a word, another has none', () => {
  expect(SPECIES.map(speciesId)).toEqual(SPECIES.map((species) => `client.patients.species.${species}`))
  expect(['LLAMA', '', undefined, 'constructor'].map(speciesId)).toEqual([undefined, undefined, undefined, undefined])
})

describe('the sex in the words of the species', () => {
  const told = (species: string | undefined, sex: string | undefined, neutered?: boolean) =>
    sexIds({ species, sex, neutered } as Parameters<typeof sexIds>[0]).map((id) => id.replace('client.patients.', ''))

  test.each([
    ['DOG', 'MALE', false, ['sex.DOG.MALE']],
    ['DOG', 'MALE', true, ['sex.DOG.MALE', 'neutered.MALE']],
    ['DOG', 'FEMALE', true, ['sex.DOG.FEMALE', 'neutered.FEMALE']],
    ['CAT', 'FEMALE', undefined, ['sex.CAT.FEMALE']],
    ['HORSE', 'MALE', false, ['sex.HORSE.MALE']],
    ['HORSE', 'MALE', true, ['sex.HORSE.NEUTERED']],
    ['HORSE', 'FEMALE', true, ['sex.HORSE.FEMALE', 'neutered.FEMALE']],
    ['PONY', 'MALE', true, ['sex.HORSE.NEUTERED']],
    ['DONKEY', 'FEMALE', false, ['sex.HORSE.FEMALE']],
    ['CATTLE', 'MALE', true, ['sex.CATTLE.NEUTERED']],
    ['RABBIT', 'FEMALE', false, ['sex.RABBIT.FEMALE']],
    ['SHEEP', 'MALE', true, ['sex.SHEEP.MALE', 'neutered.MALE']],
    ['GOAT', 'FEMALE', false, ['sex.GOAT.FEMALE']],
    ['PIG', 'MALE', false, ['sex.PIG.MALE']],
    ['FERRET', 'MALE', true, ['sex.other.MALE', 'neutered.MALE']],
    ['LLAMA', 'FEMALE', false, ['sex.other.FEMALE']],
    ['constructor', 'FEMALE', false, ['sex.other.FEMALE']],
    [undefined, 'MALE', false, ['sex.other.MALE']],
    ['DOG', 'UNKNOWN', false, []],
    ['DOG', 'UNKNOWN', true, ['neutered.UNKNOWN']],
    ['DOG', undefined, undefined, []],
    ['DOG', 'BOTH', false, []],
  ])('%s, %s, neutered %s', (species, sex, neutered, words) => {
    expect(told(species, sex, neutered)).toEqual(words)
  })
})

test.each([
  [{}, false],
  [{ active: true, deceasedDate: null }, false],
  [{ active: false }, true],
  [{ deceasedDate: '2024-05-03' }, true],
])('an animal of earlier days: %j is %s', (patient, expected) => {
  expect(isFormer(patient as Parameters<typeof isFormer>[0])).toBe(expected)
})

test.each([
  [{}, false],
  [{ species: 'DOG' }, false],
  [{ species: 'DOG', foodProducing: false }, false],
  [{ species: 'RABBIT', foodProducing: true }, true],
  [{ species: 'HORSE', foodProducing: false }, true],
  [{ species: 'POULTRY' }, true],
  [{ kind: 'HERD' }, true],
])('may end as food: %j is %s', (patient, expected) => {
  expect(mayBeFood(patient as Parameters<typeof mayBeFood>[0])).toBe(expected)
})

test.each([
  ['528140000000123', '528 140 000 000 123'],
  ['528 1400 0000 0123', '528 140 000 000 123'],
  ['1234567', '123 456 7'],
  ['12', '12'],
  ['NL 100 123', 'NL 100 123'],
  ['', ''],
])('%s by three: %s', (number, expected) => {
  expect(byThree(number)).toBe(expected)
})

test('initials are whole letters, also those of two halves', () => {
  expect([initialsOf('Bobbie'), initialsOf('B'), initialsOf('🐎🐎🐎')]).toEqual(['Bo', 'B', '🐎🐎'])
})
