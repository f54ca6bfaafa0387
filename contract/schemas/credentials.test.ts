import { expect, test } from 'vitest'
import {
  credentialsSchema,
  forgotPasswordSchema,
  newPasswordFormSchema,
  newPasswordSchema,
  passwordChangeSchema,
} from './credentials.ts'
import { type TestedSchema, flags } from '#harness/schemas.ts'

// contract/password.test.ts covers the password rules, and contract/email.test.ts covers e-mail addresses.

const GOOD = 'Welkom#2026'
const userOf = (name: number, password: number) => ({ username: 'u'.repeat(name), password: 'p'.repeat(password) })
const changeOf = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword })
const twice = (newPassword: string, confirmPassword: string) => ({ newPassword, confirmPassword })

test.each<[what: string, schema: TestedSchema, body: object, expected: string]>([
  ['credentialsSchema accepts any password', credentialsSchema, { username: 'jan', password: ' ' }, ''],
  ['credentialsSchema accepts 254 and 1000 characters', credentialsSchema, userOf(254, 1000), ''],
  [
    'credentialsSchema rejects 255 and 1001 characters',
    credentialsSchema,
    userOf(255, 1001),
    'password: tooLong, username: tooLong',
  ],
  ['credentialsSchema requires name and password', credentialsSchema, {}, 'password: required, username: required'],
  [
    'credentialsSchema rejects a blank name',
    credentialsSchema,
    { username: '  ', password: GOOD },
    'username: required',
  ],
  ['credentialsSchema rejects NUL', credentialsSchema, { username: 'j\0', password: GOOD }, 'username: invalidText'],
  ['credentialsSchema rejects objects', credentialsSchema, { username: 'j', password: {} }, 'password: invalidType'],
  ['credentialsSchema rejects numbers', credentialsSchema, { username: 1, password: 'x' }, 'username: invalidType'],
  ['newPasswordSchema accepts a password that meets the rules', newPasswordSchema, { newPassword: ' Ab1! ' }, ''],
  [
    'newPasswordSchema rejects a weak password',
    newPasswordSchema,
    { newPassword: 'Abc#' },
    'newPassword: invalidPassword',
  ],
  ['newPasswordSchema rejects NUL', newPasswordSchema, { newPassword: `${GOOD}\0` }, 'newPassword: invalidText'],
  [
    'newPasswordSchema rejects an unpaired surrogate',
    newPasswordSchema,
    { newPassword: `${GOOD}\uD83D` },
    'newPassword: invalidText',
  ],
  ['newPasswordSchema requires a password', newPasswordSchema, { newPassword: null }, 'newPassword: required'],
  ['passwordChangeSchema accepts any current password', passwordChangeSchema, changeOf('old\0', GOOD), ''],
  [
    'passwordChangeSchema checks both passwords',
    passwordChangeSchema,
    changeOf('', 'new'),
    'currentPassword: required, newPassword: invalidPassword',
  ],
  ['newPasswordFormSchema accepts equal passwords', newPasswordFormSchema, twice(GOOD, GOOD), ''],
  [
    'newPasswordFormSchema compares upper and lower case',
    newPasswordFormSchema,
    twice(GOOD, GOOD.toLowerCase()),
    'confirmPassword: noMatch',
  ],
  [
    'newPasswordFormSchema rejects short passwords',
    newPasswordFormSchema,
    twice('abc', 'abc'),
    'newPassword: invalidPassword, newPassword: minLength',
  ],
  [
    'newPasswordFormSchema requires both passwords',
    newPasswordFormSchema,
    twice('', ''),
    'confirmPassword: required, newPassword: required',
  ],
  ['forgotPasswordSchema accepts 254 characters', forgotPasswordSchema, { email: `${'a'.repeat(245)}@mail.com` }, ''],
  [
    'forgotPasswordSchema rejects 255 characters',
    forgotPasswordSchema,
    { email: `${'a'.repeat(246)}@mail.com` },
    'email: tooLong',
  ],
  ['forgotPasswordSchema requires a valid address', forgotPasswordSchema, { email: 'a@b@c' }, 'email: invalidEmail'],
  ['forgotPasswordSchema requires a value', forgotPasswordSchema, { email: '' }, 'email: required'],
])('credential schemas: %s', (_, schema, body, expected) => {
  expect(flags(schema, body).join(', ')).toBe(expected)
})

test('credentialsSchema preserves blanks around a password', () => {
  expect(credentialsSchema.cast({ username: 'jan', password: ' Ab1! ' }).password).toBe(' Ab1! ')
})
