import { expect, test } from 'vitest'
import {
  credentialsSchema,
  forgotPasswordSchema,
  newPasswordFormSchema,
  newPasswordSchema,
  passwordChangeSchema,
} from './credentials.ts'
import { type TestedSchema, flags } from '#harness/schemas.ts'

// The password rules are tested in contract/password.test.ts, the e-mail rules in contract/email.test.ts.

const GOOD = 'Welkom#2026'
const userOf = (name: number, password: number) => ({ username: 'u'.repeat(name), password: 'p'.repeat(password) })
const changeOf = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword })
const twice = (newPassword: string, confirmPassword: string) => ({ newPassword, confirmPassword })

test.each<[what: string, schema: TestedSchema, body: object, expected: string]>([
  ['credentialsSchema takes any password', credentialsSchema, { username: 'jan', password: ' ' }, ''],
  ['credentialsSchema takes 254 and 1000 characters', credentialsSchema, userOf(254, 1000), ''],
  ['credentialsSchema refuses more', credentialsSchema, userOf(255, 1001), 'password: tooLong, username: tooLong'],
  ['credentialsSchema requires both', credentialsSchema, {}, 'password: required, username: required'],
  [
    'credentialsSchema refuses a blank name',
    credentialsSchema,
    { username: '  ', password: GOOD },
    'username: required',
  ],
  ['credentialsSchema refuses NUL', credentialsSchema, { username: 'j\0', password: GOOD }, 'username: invalidText'],
  ['credentialsSchema refuses objects', credentialsSchema, { username: 'j', password: {} }, 'password: invalidType'],
  ['credentialsSchema refuses numbers', credentialsSchema, { username: 1, password: 'x' }, 'username: invalidType'],
  ['newPasswordSchema takes a password that meets the rules', newPasswordSchema, { newPassword: ' Ab1! ' }, ''],
  ['newPasswordSchema refuses others', newPasswordSchema, { newPassword: 'Abc#' }, 'newPassword: invalidPassword'],
  ['newPasswordSchema refuses NUL', newPasswordSchema, { newPassword: `${GOOD}\0` }, 'newPassword: invalidText'],
  [
    'newPasswordSchema refuses a surrogate',
    newPasswordSchema,
    { newPassword: `${GOOD}\uD83D` },
    'newPassword: invalidText',
  ],
  ['newPasswordSchema requires it', newPasswordSchema, { newPassword: null }, 'newPassword: required'],
  ['passwordChangeSchema takes any current password', passwordChangeSchema, changeOf('old\0', GOOD), ''],
  [
    'passwordChangeSchema checks both',
    passwordChangeSchema,
    changeOf('', 'new'),
    'currentPassword: required, newPassword: invalidPassword',
  ],
  ['newPasswordFormSchema takes it twice', newPasswordFormSchema, twice(GOOD, GOOD), ''],
  [
    'newPasswordFormSchema compares case',
    newPasswordFormSchema,
    twice(GOOD, GOOD.toLowerCase()),
    'confirmPassword: noMatch',
  ],
  [
    'newPasswordFormSchema refuses short ones',
    newPasswordFormSchema,
    twice('abc', 'abc'),
    'newPassword: invalidPassword, newPassword: minLength',
  ],
  [
    'newPasswordFormSchema requires both',
    newPasswordFormSchema,
    twice('', ''),
    'confirmPassword: required, newPassword: required',
  ],
  ['forgotPasswordSchema takes 254 characters', forgotPasswordSchema, { email: `${'a'.repeat(245)}@mail.com` }, ''],
  [
    'forgotPasswordSchema refuses 255',
    forgotPasswordSchema,
    { email: `${'a'.repeat(246)}@mail.com` },
    'email: tooLong',
  ],
  ['forgotPasswordSchema requires an address', forgotPasswordSchema, { email: 'a@b@c' }, 'email: invalidEmail'],
  ['forgotPasswordSchema requires it', forgotPasswordSchema, { email: '' }, 'email: required'],
])('%s', (_, schema, body, expected) => {
  expect(flags(schema, body).join(', ')).toBe(expected)
})

test('casting keeps the blanks of a password', () => {
  expect(credentialsSchema.cast({ username: 'jan', password: ' Ab1! ' }).password).toBe(' Ab1! ')
})
