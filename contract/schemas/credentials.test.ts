import { describe, expect, test } from 'vitest'
import {
  credentialsSchema,
  forgotPasswordSchema,
  newPasswordFormSchema,
  newPasswordSchema,
  passwordChangeSchema,
} from './credentials.ts'
import { type TestedSchema, flags } from './testing.ts'

// The rules of passwords are in contract/password.test.ts, those of addresses in contract/email.test.ts.

const GOOD = 'Welkom#2026'

describe.each<[string, TestedSchema, [name: string, body: object, flags: string[]][]]>([
  [
    'credentialsSchema',
    credentialsSchema,
    [
      ['takes any password', { username: 'jan', password: ' ' }, []],
      ['takes 254 and 1000 characters', { username: 'u'.repeat(254), password: 'p'.repeat(1000) }, []],
      [
        'refuses 255 and 1001 characters',
        { username: 'u'.repeat(255), password: 'p'.repeat(1001) },
        ['password: tooLong', 'username: tooLong'],
      ],
      ['requires both', {}, ['password: required', 'username: required']],
      ['refuses blanks as user name', { username: '  ', password: GOOD }, ['username: required']],
      ['refuses NUL in the user name', { username: 'jan\0', password: GOOD }, ['username: invalidText']],
      [
        'refuses other types',
        { username: 1, password: { $ne: '' } },
        ['password: invalidType', 'username: invalidType'],
      ],
    ],
  ],
  [
    'newPasswordSchema',
    newPasswordSchema,
    [
      ['takes a password that meets the rules', { newPassword: ' Ab1! ' }, []],
      ['refuses one that does not', { newPassword: 'Welkom#' }, ['newPassword: invalidPassword']],
      ['refuses NUL', { newPassword: `${GOOD}\0` }, ['newPassword: invalidText']],
      ['refuses half a character', { newPassword: `${GOOD}\uD83D` }, ['newPassword: invalidText']],
      ['requires it', { newPassword: null }, ['newPassword: required']],
    ],
  ],
  [
    'passwordChangeSchema',
    passwordChangeSchema,
    [
      ['takes any current password', { currentPassword: 'old\0', newPassword: GOOD }, []],
      [
        'checks both passwords',
        { currentPassword: '', newPassword: 'new' },
        ['currentPassword: required', 'newPassword: invalidPassword'],
      ],
    ],
  ],
  [
    'newPasswordFormSchema',
    newPasswordFormSchema,
    [
      ['takes the same password twice', { newPassword: GOOD, confirmPassword: GOOD }, []],
      [
        'refuses another confirmation',
        { newPassword: GOOD, confirmPassword: GOOD.toLowerCase() },
        ['confirmPassword: noMatch'],
      ],
      [
        'refuses twice a short password',
        { newPassword: 'abc', confirmPassword: 'abc' },
        ['newPassword: invalidPassword', 'newPassword: minLength'],
      ],
      [
        'requires both',
        { newPassword: '', confirmPassword: '' },
        ['confirmPassword: required', 'newPassword: required'],
      ],
    ],
  ],
  [
    'forgotPasswordSchema',
    forgotPasswordSchema,
    [
      ['takes 254 characters', { email: `${'a'.repeat(245)}@mail.com` }, []],
      ['refuses 255 characters', { email: `${'a'.repeat(246)}@mail.com` }, ['email: tooLong']],
      ['refuses what is not an address', { email: 'a@b@c' }, ['email: invalidEmail']],
      ['requires it', { email: '' }, ['email: required']],
    ],
  ],
])('%s', (_, schema, rows) => {
  test.each(rows)('%s', (__, body, expected) => {
    expect(flags(schema, body)).toEqual(expected)
  })
})

test('casting keeps the blanks of a password', () => {
  expect(credentialsSchema.cast({ username: 'jan', password: ' Ab1! ' }).password).toBe(' Ab1! ')
})
