import { describe, expect, test } from 'vitest'
import {
  credentialsSchema,
  forgotPasswordSchema,
  newPasswordFormSchema,
  newPasswordSchema,
  passwordChangeSchema,
} from './credentials.ts'
import { flags } from './testing.ts'

const GOOD = 'Welkom#2026'

describe('signing in', () => {
  test.each([
    ['a user name and a password', { username: 'owner@mail.example', password: GOOD }, []],
    ['a password that no rule would let in', { username: 'jan', password: 'x' }, []],
    ['a password of blanks', { username: 'jan', password: ' ' }, []],
    ['a user name of 254 characters', { username: 'u'.repeat(254), password: GOOD }, []],
    ['a user name of 255', { username: 'u'.repeat(255), password: GOOD }, ['username: tooLong']],
    ['a password of 1000 characters', { username: 'jan', password: 'p'.repeat(1000) }, []],
    ['a password of 1001', { username: 'jan', password: 'p'.repeat(1001) }, ['password: tooLong']],
    ['nothing', {}, ['password: required', 'username: required']],
    ['empty fields', { username: '', password: '' }, ['password: required', 'username: required']],
    ['a user name of blanks', { username: '  ', password: GOOD }, ['username: required']],
    ['a NUL in the user name', { username: 'jan\0', password: GOOD }, ['username: invalidText']],
    ['no texts', { username: 1, password: { $ne: '' } }, ['password: invalidType', 'username: invalidType']],
  ])('%s', (_, body, expected) => {
    expect(flags(credentialsSchema, body)).toEqual(expected)
  })

  test('a password is never trimmed, not even where a schema casts', () => {
    expect(credentialsSchema.cast({ username: 'jan', password: ' Ab1! ' }).password).toBe(' Ab1! ')
  })
})

describe('a new password', () => {
  test.each([
    ['by the rules', GOOD, []],
    ['six characters', 'Abc12!', []],
    ['five', 'Ab12!', ['newPassword: invalidPassword']],
    ['a hundred', 'Abc12!'.padEnd(100, 'x'), []],
    ['a hundred and one', 'Abc12!'.padEnd(101, 'x'), ['newPassword: invalidPassword']],
    ['without a digit', 'Welkom#', ['newPassword: invalidPassword']],
    ['blanks at its ends', ' Ab1! ', []],
    ['an emoji', 'Aa1!é😀', []],
    ['a NUL in it', `${GOOD}\0`, ['newPassword: invalidText']],
    ['half a character', `${GOOD}\uD83D`, ['newPassword: invalidText']],
    ['empty', '', ['newPassword: required']],
    ['absent', undefined, ['newPassword: required']],
    ['null', null, ['newPassword: required']],
  ])('%s', (_, newPassword, expected) => {
    expect(flags(newPasswordSchema, { newPassword })).toEqual(expected)
  })
})

describe('another password', () => {
  test.each([
    ['the current one need not keep the rules', { currentPassword: 'old', newPassword: GOOD }, []],
    ['the current one may be of before the rules', { currentPassword: 'old\0', newPassword: GOOD }, []],
    ['the current one is needed', { newPassword: GOOD }, ['currentPassword: required']],
    [
      'both are looked at',
      { currentPassword: '', newPassword: 'new' },
      ['currentPassword: required', 'newPassword: invalidPassword'],
    ],
  ])('%s', (_, body, expected) => {
    expect(flags(passwordChangeSchema, body)).toEqual(expected)
  })
})

describe('the form of a new password', () => {
  test.each([
    ['twice the same', { newPassword: GOOD, confirmPassword: GOOD }, []],
    ['another one', { newPassword: GOOD, confirmPassword: 'Welkom#2025' }, ['confirmPassword: noMatch']],
    ['another case', { newPassword: GOOD, confirmPassword: GOOD.toLowerCase() }, ['confirmPassword: noMatch']],
    [
      'twice the same, against the rules',
      { newPassword: 'abc', confirmPassword: 'abc' },
      ['newPassword: invalidPassword', 'newPassword: minLength'],
    ],
    ['not repeated', { newPassword: GOOD }, ['confirmPassword: required']],
    ['repeated by nothing', { newPassword: GOOD, confirmPassword: '' }, ['confirmPassword: required']],
    [
      'nothing at all',
      { newPassword: '', confirmPassword: '' },
      ['confirmPassword: required', 'newPassword: required'],
    ],
  ])('%s', (_, values, expected) => {
    expect(flags(newPasswordFormSchema, values)).toEqual(expected)
  })
})

describe('a forgotten password', () => {
  test.each([
    ['an address', 'owner@mail.example', []],
    ['no address', 'owner', ['email: invalidEmail']],
    ['two at signs', 'a@b@c', ['email: invalidEmail']],
    ['a blank in it', 'a b@c', ['email: invalidEmail']],
    ['nothing before the sign', '@mail.example', ['email: invalidEmail']],
    ['nothing after it', 'owner@', ['email: invalidEmail']],
    ['254 characters', `${'a'.repeat(245)}@mail.com`, []],
    ['255 characters', `${'a'.repeat(246)}@mail.com`, ['email: tooLong']],
    ['empty', '', ['email: required']],
  ])('%s', (_, email, expected) => {
    expect(flags(forgotPasswordSchema, { email })).toEqual(expected)
  })
})
