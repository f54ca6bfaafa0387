import { describe, expect, test } from 'vitest'
import { displayName, patientLabel, splitLastName } from './names.ts'

describe('displayName', () => {
  test.each([
    [
      'the company, trimmed, before the person',
      { companyName: ' Stal Zon ', callName: 'Jan', lastName: 'S' },
      'Stal Zon',
    ],
    ['the call name before the first name', { callName: 'Jan', firstName: 'Johannes', lastName: 'Smit' }, 'Jan Smit'],
    ['a blank call name is none', { callName: ' ', firstName: 'Johannes', lastName: 'Smit' }, 'Johannes Smit'],
    ['a last name alone, without a space before it', { lastName: 'van den Berg' }, 'van den Berg'],
    ['every part is trimmed', { callName: ' Jan ', lastName: ' Smit ' }, 'Jan Smit'],
    ['nothing at all is empty', {}, ''],
    ['nothing but blanks is empty', { companyName: ' ', callName: '', firstName: '\t', lastName: ' ' }, ''],
  ])('%s', (_, client, expected) => {
    expect(displayName(client)).toBe(expected)
  })
})

describe('patientLabel', () => {
  test.each([
    ['no caretaker', undefined, 'Bella'],
    ['a caretaker without a name', { firstName: ' ', callName: '' }, 'Bella'],
    ['the first name before the call name', { firstName: 'Jo', callName: 'Jan', lastName: 'Smit' }, 'Bella (Jo Smit)'],
    ['the call name where there is no first name', { callName: 'Jan', lastName: 'Smit' }, 'Bella (Jan Smit)'],
    ['a blank first name is none', { firstName: ' ', callName: 'Jan', lastName: 'Smit' }, 'Bella (Jan Smit)'],
    ['a last name alone', { lastName: 'Smit' }, 'Bella (Smit)'],
  ])('%s', (_, caretaker, expected) => {
    expect(patientLabel({ name: 'Bella', caretaker })).toBe(expected)
  })
})

describe('splitLastName', () => {
  test.each([
    ['Jansen', '', 'Jansen'],
    ['de Vries', 'de', 'Vries'],
    ['van den Berg', 'van den', 'Berg'],
    ['van\u00A0Dijk', 'van', 'Dijk'],
    ["'t Hart", "'t", 'Hart'],
    ["van 't Hof", "van 't", 'Hof'],
    ["in 't Veld", "in 't", 'Veld'],
    ["d'Hondt", "d'", 'Hondt'],
    ["van d'Hondt", "van d'", 'Hondt'],
    ['v.d. Berg', 'v.d.', 'Berg'],
    ['v/d Berg', 'v/d', 'Berg'],
    ['v.d.Berg', 'v.d.', 'Berg'],
    ['vd Berg', 'vd', 'Berg'],
    ['v Dam', 'v', 'Dam'],
    ['v.Dam', 'v.', 'Dam'],
    ["v.'t Hof", "v.'t", 'Hof'],
    ["van't Hof", "van't", 'Hof'],
    ['t Hart', 't', 'Hart'],
    ["'tHart", "'t", 'Hart'],
    ["in't Veld", "in't", 'Veld'],
    ['a/d Dijk', 'a/d', 'Dijk'],
    ["d' Hondt", "d'", 'Hondt'],
    ["'tis", '', "'tis"],
    ["O'Neill", '', "O'Neill"],
    ['von und zu Stein', 'von', 'und zu Stein'],
    ['Bakker de Wit', '', 'Bakker de Wit'],
    ['de Jong-van Dam', 'de', 'Jong-van Dam'],
    ['Dekker', '', 'Dekker'],
    ['Van', '', 'Van'],
    ["d'", '', "d'"],
    ['', '', ''],
  ])('%s', (lastName, particle, main) => {
    expect(splitLastName(lastName)).toEqual({ particle, main })
  })
})
