import { expect, test } from 'vitest'
import { clientNames } from './search-text.ts'

test.each([
  ['van den Berg', 'Anna', 'van den berg', 'berg\tanna'],
  ['in ’t Veld', 'Zoë', "in 't veld", 'veld\tzoe'],
  ['Çelik', undefined, 'celik', 'celik\t'],
  ["d'Hondt", null, "d'hondt", 'hondt\t'],
])('clientNames folds and sorts last name %s with first name %s', (lastName, firstName, search_name, sort_name) => {
  expect(clientNames(lastName, firstName)).toEqual({ search_name, sort_name })
})
