import { expect, test } from 'vitest'
import { canonicalUsername } from './username.ts'

test.each([
  ['owner@mail.example', 'owner@mail.example'],
  [' Owner@MAIL.example ', 'owner@mail.example'],
  ['\u200bowner@mail.example\ufeff', 'owner@mail.example'],
  ['own\u00ader@mail\u200b.example', 'owner@mail.example'],
  ['owner@mail.example.', 'owner@mail.example'],
  ['owner＠ｍａｉｌ．ｅｘａｍｐｌｅ', 'owner@mail.example'],
  ['jose\u0301@mail.example', 'jos\u00e9@mail.example'],
  // Only the lower-case letter is one character.
  ['J\u030can@mail.example', '\u01f0an@mail.example'],
  ['info@bücher-proef.example', 'info@xn--bcher-proef-thb.example'],
  ['info@XN--BCHER-PROEF-THB.example', 'info@xn--bcher-proef-thb.example'],
  ['info@παράδειγμα.δοκιμή', 'info@xn--hxajbheg2az3al.xn--jxalpdlp'],
  ['admin', 'admin'],
  ['Admin@localhost', 'admin@localhost'],
  ['a@bü cher', 'a@bü cher'],
])('canonicalUsername(%j) is %j', (typed, username) => {
  expect(canonicalUsername(typed)).toBe(username)
  expect(canonicalUsername(username)).toBe(username)
})
