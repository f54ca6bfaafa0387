import { expect, test } from 'vitest'
import { readStaff } from './arguments.ts'

test('readStaff parses the options of a staff member', () => {
  const args = 'a@b.example --practice de-krekel --role CLINIC_ADMIN --first-name Tess --language en'.split(' ')
  expect(readStaff(args)).toEqual({
    username: 'a@b.example',
    practiceId: 'de-krekel',
    roles: ['CLINIC_ADMIN'],
    firstName: 'Tess',
    language: 'en',
  })
})

test('readStaff parses --reset-factor', () => {
  expect(readStaff(['--reset-factor', 'a@b.example'])).toEqual({ username: 'a@b.example', resetFactor: true })
  expect(() => readStaff(['--reset-factor', 'femke'])).toThrow('EMAIL is not an e-mail address')
})

test.each([
  [['femke', '--practice', 'de-krekel', '--role', 'CLINIC_USER'], 'EMAIL is not an e-mail address'],
  [['a@b.example', '--role', 'CLINIC_USER'], '--practice is missing'],
  [['a@b.example', '--practice', 'de-krekel'], '--role is missing'],
  [['a@b.example', '--practice', 'de-krekel', '--role', 'BOSS'], '--role is none of these: CLINIC_USER, CLINIC_ADMIN'],
  [
    ['a@b.example', '--practice', 'x', '--role', 'CLINIC_USER', '--language', 'fr'],
    '--language is none of these: nl, en',
  ],
  [['a@b.example', '--boss'], '--boss'],
  [['a@b.example', 'b@b.example'], 'Usage: npm run user'],
  [[], 'Usage: npm run user'],
])('readStaff rejects %j', (args, text) => {
  expect(() => readStaff(args)).toThrow(text)
})
