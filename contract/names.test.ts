import { describe, expect, test } from 'vitest'
import { splitLastName } from './last-name.ts'
import { displayName, patientLabel } from './names.ts'

describe('displayName', () => {
  test.each([
    [
      'the company, trimmed, before the person',
      { companyName: ' Stal Zon ', callName: 'Jan', lastName: 'S' },
      'Stal Zon',
    ],
    ['the call name before the first name', { callName: 'Jan', firstName: 'Johannes', lastName: 'Smit' }, 'Jan Smit'],
    [
      'the first name if the call name is blank',
      { callName: ' ', firstName: 'Johannes', lastName: 'Smit' },
      'Johannes Smit',
    ],
    ['a last name alone, without a space before it', { lastName: 'van den Berg' }, 'van den Berg'],
    ['trimmed parts', { callName: ' Jan ', lastName: ' Smit ' }, 'Jan Smit'],
    ['an empty text if all parts are missing', {}, ''],
    ['an empty text if all parts are blank', { companyName: ' ', callName: '', firstName: '\t', lastName: ' ' }, ''],
  ])('returns %s', (_, client, expected) => {
    expect(displayName(client)).toBe(expected)
  })
})

describe('patientLabel', () => {
  test.each([
    ['nothing without a caretaker', undefined, 'Bella'],
    ['nothing for a caretaker without a name', { firstName: ' ', callName: '' }, 'Bella'],
    ['the first name before the call name', { firstName: 'Jo', callName: 'Jan', lastName: 'Smit' }, 'Bella (Jo Smit)'],
    ['the call name without a first name', { callName: 'Jan', lastName: 'Smit' }, 'Bella (Jan Smit)'],
    [
      'the call name if the first name is blank',
      { firstName: ' ', callName: 'Jan', lastName: 'Smit' },
      'Bella (Jan Smit)',
    ],
    ['a last name alone', { lastName: 'Smit' }, 'Bella (Smit)'],
  ])('adds %s', (_, caretaker, expected) => {
    expect(patientLabel({ name: 'Bella', caretaker })).toBe(expected)
  })
})

describe('splitLastName', () => {
  test.each([
    ['Vries', ['de ']],
    ['Berg', ['van den ', 'v.d. ', 'v/d ', 'v.d.', 'vd ']],
    ['Hart', ["'t ", 't ', "'t"]],
    ['Hof', ["van 't ", "v.'t ", "van't "]],
    ['Veld', ["in 't ", "in't "]],
    ['Hondt', ["d'", "van d'", "d' "]],
    ['Dam', ['v ', 'v.']],
    ['Dijk', ['van\u00A0', 'a/d ']],
    ['und zu Stein', ['von ']],
    ['Jong-van Dam', ['de ']],
  ])('splits %s from each of %j', (main, particles) => {
    for (const particle of particles) {
      expect(splitLastName(particle + main)).toEqual({ particle: particle.trim(), main })
    }
  })

  test('finds no particle in a name that only resembles one', () => {
    for (const main of ['Jansen', "'tis", "O'Neill", 'Bakker de Wit', 'Dekker', 'Van', "d'", '']) {
      expect(splitLastName(main)).toEqual({ particle: '', main })
    }
  })
})
