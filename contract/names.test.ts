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

  test('has no particle where a name only resembles one', () => {
    for (const main of ['Jansen', "'tis", "O'Neill", 'Bakker de Wit', 'Dekker', 'Van', "d'", '']) {
      expect(splitLastName(main)).toEqual({ particle: '', main })
    }
  })
})
