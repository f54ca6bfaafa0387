import { describe, expect, test } from 'vitest'
import { countryCodeOf } from './countries.ts'
import { missingOf, sortedSeller } from './seller.ts'
import { isCompanyNumber, isVatNumber } from './vat-number.ts'

describe('isVatNumber', () => {
  test.each([
    '',
    'NL123456782B90',
    'nl 1234.56.782 b90',
    // Number of a sole trader: no eleven test, remainder 1 by 97.
    'NL123456789B13',
    'BE0123456749',
    'DE123456789',
    'ATU12345678',
    'EL123456789',
  ])('accepts %s', (text) => {
    expect(isVatNumber(text)).toBe(true)
  })

  test.each([
    ['wrong check digits', 'NL123456789B14'],
    ['no prefix', '123456782B90'],
    ['no B', 'NL12345678290'],
    ['one digit less', 'DE12345678'],
    ['one digit more', 'DE1234567890'],
    ['the prefix of ISO 3166 for Greece', 'GR123456789'],
    ['a country without VAT numbers of this form', 'US123456789'],
  ])('refuses %s', (_, text) => {
    expect(isVatNumber(text)).toBe(false)
  })
})

test('a company number has eight digits in the Netherlands only', () => {
  const numbers = ['12345678', '1234567', '123456789', 'HRB 1234']
  expect(numbers.map((text) => isCompanyNumber(text, 'NL'))).toEqual([true, false, false, false])
  expect(numbers.map((text) => isCompanyNumber(text, 'DE'))).toEqual([true, true, true, true])
})

test.each([
  ['nl', 'NL'],
  ['Nederland', 'NL'],
  ['The Netherlands', 'NL'],
  ['Belgie', 'BE'],
  ['België', 'BE'],
  ['Deutschland', 'DE'],
  ['Westeros', undefined],
  ['EU', undefined],
])('countryCodeOf(%s) is %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code)
})

test('a seller is stored in one order without blanks, and lacks what an electronic invoice needs', () => {
  const seller = { vatNumber: 'nl 123456782 b90', legalName: ' De Waag B.V. ', city: ' ' }
  expect(JSON.stringify(sortedSeller(seller))).toBe('{"legalName":"De Waag B.V.","vatNumber":"NL123456782B90"}')
  expect(sortedSeller({ city: ' ' })).toBeUndefined()
  expect(missingOf(seller)).toEqual(['street', 'postalCode', 'city', 'country'])
})
