import { describe, expect, test } from 'vitest'
import { SPECIES, isFormer, mayBeFood } from '#contract/patient.ts'
import { byThree, initialsOf, sexIds, speciesId } from './words.ts'

test('speciesId is known for every species of the contract', () => {
  expect(SPECIES.map(speciesId)).toEqual(SPECIES.map((species) => `client.patients.species.${species}`))
  expect(['LLAMA', '', undefined, 'constructor'].map(speciesId)).toEqual([undefined, undefined, undefined, undefined])
})

describe('sexIds', () => {
  const told = (species: string | undefined, sex: string | undefined, neutered?: boolean) =>
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
  ])('%s, %s, neutered %s', (species, sex, neutered, words) => {
    expect(told(species, sex, neutered)).toEqual(words)
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
])('byThree(%s) is %s', (number, expected) => {
  expect(byThree(number)).toBe(expected)
})

test('initialsOf has whole characters', () => {
  expect([initialsOf('Bobbie'), initialsOf('B'), initialsOf('🐎🐎🐎')]).toEqual(['Bo', 'B', '🐎🐎'])
})
