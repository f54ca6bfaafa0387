import { describe, expect, test } from 'vitest'
import { displayName, patientLabel, splitLastName } from './names.ts'

describe('the display name', () => {
  test.each([
    [
      'the company before the person',
      { companyName: 'Stal Zonneweide', callName: 'Jan', lastName: 'Smit' },
      'Stal Zonneweide',
    ],
    ['a company is trimmed', { companyName: ' Stal Zonneweide ', lastName: 'Smit' }, 'Stal Zonneweide'],
    ['a blank company is none', { companyName: '  ', callName: 'Jan', lastName: 'Smit' }, 'Jan Smit'],
    ['the call name before the first name', { callName: 'Jan', firstName: 'Johannes', lastName: 'Smit' }, 'Jan Smit'],
    ['the first name where there is no call name', { firstName: 'Johannes', lastName: 'Smit' }, 'Johannes Smit'],
    ['a blank call name is none', { callName: ' ', firstName: 'Johannes', lastName: 'Smit' }, 'Johannes Smit'],
    ['a last name alone, without a space before it', { lastName: 'van den Berg' }, 'van den Berg'],
    ['a call name alone, without a space after it', { callName: 'Jan' }, 'Jan'],
    ['every part is trimmed', { callName: ' Jan ', lastName: ' Smit ' }, 'Jan Smit'],
    ['nothing at all is empty', {}, ''],
    ['nothing but blanks is empty', { companyName: ' ', callName: '', firstName: '\t', lastName: ' ' }, ''],
  ])('%s', (_, client, expected) => {
    expect(displayName(client)).toBe(expected)
  })
})

describe('the label of an animal', () => {
  test.each([
    ['no caretaker', undefined, 'Bella'],
    ['a caretaker that is null', null, 'Bella'],
    ['a caretaker without a name', { firstName: ' ', callName: '' }, 'Bella'],
    [
      'the first name before the call name, unlike the display name',
      { firstName: 'Johannes', callName: 'Jan', lastName: 'Smit' },
      'Bella (Johannes Smit)',
    ],
    ['the call name where there is no first name', { callName: 'Jan', lastName: 'Smit' }, 'Bella (Jan Smit)'],
    ['a blank first name is none', { firstName: ' ', callName: 'Jan', lastName: 'Smit' }, 'Bella (Jan Smit)'],
    ['a first name alone', { firstName: 'Johannes' }, 'Bella (Johannes)'],
    ['a last name alone', { lastName: 'Smit' }, 'Bella (Smit)'],
  ])('%s', (_, caretaker, expected) => {
    expect(patientLabel({ name: 'Bella', caretaker })).toBe(expected)
  })
})

describe('the parts of a last name', () => {
  test.each([
    ['Jansen', '', 'Jansen'],
    ['de Vries', 'de', 'Vries'],
    ['van den Berg', 'van den', 'Berg'],
    ['Van der Meer', 'Van der', 'Meer'],
    [' van  den   Berg ', 'van den', 'Berg'],
    ['van\u00A0Dijk', 'van', 'Dijk'],
    ["'t Hart", "'t", 'Hart'],
    ['’t Hart', '’t', 'Hart'],
    ["van 't Hof", "van 't", 'Hof'],
    ["in 't Veld", "in 't", 'Veld'],
    ["d'Hondt", "d'", 'Hondt'],
    ['D’Haene', 'D’', 'Haene'],
    ["van d'Hondt", "van d'", 'Hondt'],
    ['v.d. Berg', 'v.d.', 'Berg'],
    ['v/d Berg', 'v/d', 'Berg'],
    ['v.d.Berg', 'v.d.', 'Berg'],
    ['V.D. BERG', 'V.D.', 'BERG'],
    ['vd Berg', 'vd', 'Berg'],
    ['vd. Berg', 'vd.', 'Berg'],
    ['v. d. Berg', 'v. d.', 'Berg'],
    ['v. Dam', 'v.', 'Dam'],
    ['v Dam', 'v', 'Dam'],
    ['v.Dam', 'v.', 'Dam'],
    ['v. der Meer', 'v. der', 'Meer'],
    ['vdr Meer', 'vdr', 'Meer'],
    ["v.'t Hof", "v.'t", 'Hof'],
    ["van't Hof", "van't", 'Hof'],
    ['t Hart', 't', 'Hart'],
    ['`t Hart', '`t', 'Hart'],
    ["'tHart", "'t", 'Hart'],
    ["in't Veld", "in't", 'Veld'],
    ['a/d Dijk', 'a/d', 'Dijk'],
    ["d' Hondt", "d'", 'Hondt'],
    ["'tis", '', "'tis"],
    ["O'Neill", '', "O'Neill"],
    ['dalla Chiesa', 'dalla', 'Chiesa'],
    ['Thans', '', 'Thans'],
    ['Vdovin', '', 'Vdovin'],
    ['von und zu Stein', 'von', 'und zu Stein'],
    ['Bakker de Wit', '', 'Bakker de Wit'],
    ['de Jong-van Dam', 'de', 'Jong-van Dam'],
    ['Dekker', '', 'Dekker'],
    ['Vanderbilt', '', 'Vanderbilt'],
    ['Van', '', 'Van'],
    ["d'", '', "d'"],
    ['', '', ''],
  ])('%s', (lastName, particle, main) => {
    expect(splitLastName(lastName)).toEqual({ particle, main })
  })
})
