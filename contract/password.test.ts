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
    ['five', 'Ab1!x', ['length']],
    ['a hundred', ofLength(100), []],
    ['a hundred and one', ofLength(101), ['length']],
    ['no lower-case letter', 'ABC12!', ['lowercase']],
    ['no upper-case letter', 'abc12!', ['uppercase']],
    ['no digit', 'Abcde!', ['digit']],
    ['no symbol', 'Abc123', ['symbol']],
    ['another symbol than the named ones', 'Abc12-', ['symbol']],
    ['blanks at both ends, which count', ' Ab1! ', []],
    ['letters and digits of elsewhere alone', 'éÉ١٢!!', ['lowercase', 'uppercase', 'digit']],
    ['nothing', '', [...PASSWORD_RULES]],
  ])('%s', (_, password, expected) => {
    expect(missing(password)).toEqual(expected)
  })

  test.each([...'!@#$%^&*'])('takes the symbol %s', (symbol) => {
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
    ['all is well', GOOD, GOOD, []],
    ['not enough kinds of character', 'abcdef', 'abcdef', ['invalidPassword']],
    ['too short', 'Ab1!x', 'Ab1!x', ['invalidPassword', 'minLength']],
    ['not repeated yet', GOOD, '', ['noMatch']],
    ['repeated but for a blank', GOOD, `${GOOD} `, ['noMatch']],
    ['all three', 'abc', 'abd', ['invalidPassword', 'noMatch', 'minLength']],
    ['nothing typed is no flag', '', '', []],
    ['only the second typed', '', GOOD, ['noMatch']],
  ])('%s', (_, password, confirmation, expected) => {
    expect(passwordFlags(password, confirmation)).toEqual(expected)
  })

  test('are empty for a good password without a confirmation', () => {
    expect(passwordFlags(GOOD)).toEqual([])
  })
})
