import { expect, test } from 'vitest'
import { ofPatient } from './of-patient.ts'

const items = [{ patientUuid: 'bella' }, { patientUuid: 'simba' }, {}]

test('of all animals: everything', () => {
  expect(ofPatient(items, undefined)).toEqual({ items, isFiltered: true })
})

test('of one: not what is of another, and then the API has not filtered', () => {
  expect(ofPatient(items, 'bella')).toEqual({ items: [{ patientUuid: 'bella' }, {}], isFiltered: false })
})

test('an API that has filtered', () => {
  expect(ofPatient([{ patientUuid: 'bella' }], 'bella').isFiltered).toBe(true)
  expect(ofPatient([], 'bella').isFiltered).toBe(true)
})
