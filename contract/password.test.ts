import { describe, expect, test } from 'vitest'
import {
  PASSWORD_RULES,
  PASSWORD_RULES_FOR_MANAGERS,
  type PasswordRule,
  metPasswordRules,
  passwordFlags,
} from './password.ts'

const GOOD = 'Abc12!'
const ofLength = (length: number) => GOOD.padEnd(length, 'x')
const missing = (password: string) => PASSWORD_RULES.filter((rule) => !metPasswordRules(password).has(rule))

describe('metPasswordRules', () => {
  test.each<[string, string, PasswordRule[]]>([
    ['six characters', ofLength(6), []],
    ['five characters', 'Ab1!x', ['length']],
    ['a hundred characters', ofLength(100), []],
    ['a hundred and one characters', ofLength(101), ['length']],
    ['no lower-case letter', 'ABC12!', ['lowercase']],
    ['no upper-case letter', 'abc12!', ['uppercase']],
    ['no digit', 'Abcde!', ['digit']],
    ['no symbol', 'Abc123', ['symbol']],
    ['a symbol outside the rules', 'Abc12-', ['symbol']],
    ['blanks at both ends, which count', ' Ab1! ', []],
    ['letters and digits of other scripts only', 'éÉ١٢!!', ['lowercase', 'uppercase', 'digit']],
    ['no characters', '', [...PASSWORD_RULES]],
  ])('checks a password with %s', (_, password, expected) => {
    expect(missing(password)).toEqual(expected)
  })

  test.each([...'!@#$%^&*'])('accepts the symbol %s', (symbol) => {
    expect(missing(`Abc12${symbol}`)).toEqual([])
  })
})

test('PASSWORD_RULES_FOR_MANAGERS has the syntax of the passwordrules attribute', () => {
  expect(PASSWORD_RULES_FOR_MANAGERS).toBe(
    'minlength: 6; maxlength: 100; required: lower; required: upper; required: digit; required: [!@#$%^&*];',
  )
})

describe('passwordFlags', () => {
  test.each([
    ['everything is right', GOOD, GOOD, []],
    ['kinds of character are missing', 'abcdef', 'abcdef', ['invalidPassword']],
    ['the password is too short', 'Ab1!x', 'Ab1!x', ['invalidPassword', 'minLength']],
    ['the confirmation is empty', GOOD, '', ['noMatch']],
    ['the confirmation has an extra blank', GOOD, `${GOOD} `, ['noMatch']],
    ['three rules are broken', 'abc', 'abd', ['invalidPassword', 'noMatch', 'minLength']],
    ['both fields are empty', '', '', []],
    ['only the confirmation is entered', '', GOOD, ['noMatch']],
  ])('returns the right flags if %s', (_, password, confirmation, expected) => {
    expect(passwordFlags(password, confirmation)).toEqual(expected)
  })

  test('returns no flag for a good password without a confirmation', () => {
    expect(passwordFlags(GOOD)).toEqual([])
  })
})
