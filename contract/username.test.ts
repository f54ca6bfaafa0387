import { expect, test } from 'vitest'
import { canonicalUsername } from './username.ts'

test.each([
  ['owner@mail.example', 'owner@mail.example'],
  [' Owner@MAIL.example ', 'owner@mail.example'],
  ['jose\u0301@mail.example', 'jos\u00E9@mail.example'],
  ['JOSE\u0301@mail.example', 'jos\u00E9@mail.example'],
  // Only the lower-case letter is one character.
  ['J\u030Can@mail.example', '\u01F0an@mail.example'],
  ['jose@mail.example', 'jose@mail.example'],
])('%j is %j', (typed, username) => {
  expect(canonicalUsername(typed)).toBe(username)
  expect(canonicalUsername(username)).toBe(username)
})
