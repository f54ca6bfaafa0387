import { describe, expect, test } from 'vitest'
import { compactIban, ibanOf, isIban, formatIban } from './iban.ts'

describe('isIban', () => {
  test.each([
    ['no account', ['']],
    ['any spelling', ['NL91ABNA0417164300', 'nl91 abna 0417 1643 00', 'NL91.ABNA.0417.1643.00']],
    ['other characters', ['\u202dNL91\u200bABNA 0417\u2009164300\u202c', 'ＮＬ９１ＡＢＮＡ０４１７１６４３００']],
    ['letters', ['FR1420041010050500013M02606', 'MT84MALT011000012345MTLCAST001S', 'LC55HEMM000100010012001200023015']],
  ])('accepts %s', (_, ibans) => {
    expect(ibans.filter((iban) => !isIban(iban))).toEqual([])
  })

  test.each([
    ['another digit', 'NL91ABNA0417164301'],
    ['check digits 00', 'NL00BANK0123456789'],
    ['one character less', 'NL91ABNA041716430'],
    ['the check digits of another length', 'BE68539007547'],
    ['right check digits, and one character less', 'NL58ABNA041716430'],
    ['an unknown country, and right check digits', 'ZZ38ABNA0417164300'],
    ['a letter of another script', 'NL91ΑBNA0417164300'],
    ['an account without a country', '0417164300'],
  ])('rejects %s: %s', (_, iban) => {
    expect(isIban(iban)).toBe(false)
  })

  test('formatIban groups by four characters, and compactIban is its inverse', () => {
    expect(formatIban('NL91ABNA0417164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(formatIban(' NL91 ABNA0417 164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(compactIban('nl91 abna 0417 1643 00')).toBe('NL91ABNA0417164300')
  })
})

test.each([
  ['nl91 abna 0417 1643 00', 'NL91ABNA0417164300'],
  [undefined, undefined],
  ['', undefined],
  ['NL91ABNA0417164301', undefined],
])('ibanOf a practice with %j is %j', (iban, account) => {
  expect(ibanOf({ iban })).toBe(account)
})
