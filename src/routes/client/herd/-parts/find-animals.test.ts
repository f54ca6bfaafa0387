import { expect, test } from 'vitest'
import type { Patient } from '#contract/patient.ts'
import { findAnimals, numberOf, ubnsOf } from './find-animals.ts'

const OWNER = { ubn: '2222222' }
const ANIMALS: Patient[] = [
  { uuid: '1', name: 'Zoë', lifeNumber: 'NL 7301-2345' },
  { uuid: '2', name: 'Bles', chipNumber: '528 140 000 712 345', ubn: '1111111' },
  { uuid: '3', name: 'Anna', passportNumber: 'NL-0412345' },
  { uuid: '4', name: 'Dood', lifeNumber: 'NL 7301-2346', deceasedDate: '2026-01-01' },
]
const names = (search: string, ubn = '', owner: { ubn?: string } | undefined = OWNER) =>
  findAnimals(ANIMALS, owner, { search, ubn }).map(({ patient }) => patient.name)

test.each([
  ['', ['Bles', 'Zoë', 'Anna']],
  ['zoe', ['Zoë']],
  ['ZOË', ['Zoë']],
  ['73012345', ['Zoë']],
  ['nl7301', ['Zoë']],
  ['nl', ['Zoë', 'Anna']],
  ['140000', ['Bles']],
  ['140 000', ['Bles']],
  ['2222222', ['Zoë', 'Anna']],
  ['111', ['Bles']],
  ['-', []],
  ['Dood', []],
])('%j: %j', (search, found) => {
  expect(names(search)).toEqual(found)
})

test('at one UBN only', () => {
  expect(names('', '1111111')).toEqual(['Bles'])
  expect(names('z', '2222222')).toEqual(['Zoë'])
  expect(names('z', '1111111')).toEqual([])
  expect(ubnsOf(ANIMALS, OWNER)).toEqual(['1111111', '2222222'])
  expect(ubnsOf(ANIMALS, undefined)).toEqual(['1111111'])
})

test('the number is that of its life, else its chip', () => {
  expect(ANIMALS.map(numberOf)).toEqual(['NL 7301-2345', '528 140 000 712 345', '', 'NL 7301-2346'])
})
