import { modulo97 } from './iban.ts'
import { compactVatNumber } from './seller.ts'

/** Form of VAT numbers by prefix, as the VAT Information Exchange System describes it. */
const VAT_FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
}

/** Whether a text is a VAT number with its country prefix; a Dutch number needs valid check digits. Empty is valid. */
export function isVatNumber(text: string): boolean {
  const number = compactVatNumber(text)
  if (number === '') return true
  if (!VAT_FORMS[number.slice(0, 2)]?.test(number.slice(2))) return false
  // Sole traders have numbers by ISO 7064 since 2020; the others contain a number with the eleven test.
  return !number.startsWith('NL') || modulo97(number) === 1 || isElevenTest(number.slice(2, 11))
}

/** Whether nine digits pass the Dutch eleven test: weights 9 to 2, and -1 for the last digit. */
function isElevenTest(digits: string): boolean {
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at === 8 ? -1 : 9 - at), 0)
  return sum % 11 === 0
}

/** Whether a text is a number in the trade register of a country: eight digits in the Netherlands, free elsewhere. */
export const isCompanyNumber = (text: string, country: string | undefined): boolean =>
  text.trim() === '' || country !== 'NL' || /^\d{8}$/.test(text.trim())
