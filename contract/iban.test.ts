import { describe, expect, test } from 'vitest'
import { compactIban, ibanOf, isIban, writtenIban } from './iban.ts'

describe('an IBAN', () => {
  test.each([
    '',
    ' ',
    'NL91ABNA0417164300',
    'nl91 abna 0417 1643 00',
    'NL02\u00A0ABNA 0123456789',
    'NL91.ABNA.0417.1643.00',
    'NL91-ABNA-0417-1643-00',
    '\u202dNL91\u200bABNA 0417\u2009164300\u202c',
    'ＮＬ９１ＡＢＮＡ０４１７１６４３００',
    'BE68 5390 0754 7034',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29 NWBK 6016 1331 9268 19',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
    'LC55HEMM000100010012001200023015',
  ])('is %j', (iban) => {
    expect(isIban(iban)).toBe(true)
  })

  test.each([
    ['another digit', 'NL91ABNA0417164301'],
    ['two digits swapped', 'NL91ABNA0417164030'],
    ['check digits 00', 'NL00BANK0123456789'],
    ['one character less', 'NL91ABNA041716430'],
    ['one character more', 'NL91ABNA04171643000'],
    ['the check digits of another length', 'BE68539007547'],
    ['right check digits, and one character less', 'NL58ABNA041716430'],
    ['an unknown country, and right check digits', 'ZZ38ABNA0417164300'],
    ['a letter of another script', 'NL91ΑBNA0417164300'],
    ['an account without a country', '0417164300'],
    ['a word that every object knows', 'constructor'],
  ])('is not one with %s: %s', (_, iban) => {
    expect(isIban(iban)).toBe(false)
  })

  test('is written in groups of four, and exchanged without', () => {
    expect(writtenIban('NL91ABNA0417164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(writtenIban(' NL91 ABNA0417 164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(compactIban('nl91 abna 0417 1643 00')).toBe('NL91ABNA0417164300')
  })
})

test.each([
  ['nl91 abna 0417 1643 00', 'NL91ABNA0417164300'],
  [undefined, undefined],
  ['', undefined],
  [' ', undefined],
  ['NL91ABNA0417164301', undefined],
])('the account of a practice that has %j is %j', (iban, account) => {
  expect(ibanOf({ iban })).toBe(account)
})
