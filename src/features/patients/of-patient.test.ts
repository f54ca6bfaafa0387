import { expect, test } from 'vitest'
import { ofAnimal } from './of-patient.ts'

const papers = [{ patientUuid: 'bella' }, { patientUuid: 'simba' }, {}]

test('of all animals: everything', () => {
  expect(ofAnimal(papers, undefined)).toEqual({ papers, isFiltered: true })
})

test('of one: not what is of another, and then the API has not filtered', () => {
  expect(ofAnimal(papers, 'bella')).toEqual({ papers: [{ patientUuid: 'bella' }, {}], isFiltered: false })
})

test('an API that has filtered', () => {
  expect(ofAnimal([{ patientUuid: 'bella' }], 'bella').isFiltered).toBe(true)
  expect(ofAnimal([], 'bella').isFiltered).toBe(true)
})
