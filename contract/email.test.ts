import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import { canonicalHost, canonicalUsername, emailsIn, isEmail } from './email.ts'

test.each(['bücher.example', 'faß.example', 'ＭＡＩＬ.example', 'ٱلبريد.example', 'mañana.com'])(
  "canonicalHost encodes %s as Node's domainToASCII does",
  (host) => {
    expect(canonicalHost(host)).toBe(domainToASCII(host))
  },
)

const LABEL = 'a'.repeat(63)

describe('isEmail', () => {
  test.each([
    'owner@mail.example',
    'owner+pet@mail.example',
    "o'neill_1@sub.mail-server.example",
    'jürgen@münchen.example',
    'info@xn--bcher-proef-thb.example',
    'owner@mail.example.',
    'owner@mail。example',
    'owner＠mail.example',
    `owner@${LABEL}.example`,
    'info@почта.рф',
    '"a"@mail.example',
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    ['without a name, host or @', ['@mail.example', 'owner@', 'owner.mail.example']],
    ['with more than one address', ['a@mail.example, b@mail.example', 'Owner <owner@mail.example>']],
    ['with a missing label', ['owner@localhost', 'owner@mail..example']],
    ['with a label that is too long', [`owner@a${LABEL}.example`, `owner@${'ü'.repeat(60)}.example`]],
    ['with a host of 254 characters', [`owner@${`${'a'.repeat(49)}.`.repeat(5)}abcd`]],
    ['with an invalid label', ['owner@-mail.example', 'owner@my_mail.example', 'owner@mail,example']],
    ['with more after the host', ['owner@mail.example?subject=x', 'owner@mail.example\n']],
    ['with digits for a host', ['owner@192.168.1.1', 'owner@12345', 'owner@mail.123']],
    ['with an invalid character', ['owner@mail .example', 'owner@mail.exam\u200bple', 'owner@mail\u2028.example']],
  ])('rejects an e-mail address %s', (_, texts) => {
    expect(texts.filter(isEmail)).toEqual([])
  })
})

describe('emailsIn', () => {
  test.each([
    ['jan@mail.example', ['jan@mail.example', 'jan@mail.example.', 'jan@mail.example (werk)', "'jan@mail.example'"]],
    ['jan@mail.example', ['mailto:jan@mail.example', 'E-mail: jan@mail.example', 'Jan Smit <jan@mail.example>']],
    ['a@mail.example,b@mail.example', ['a@mail.example; b@mail.example', 'a@mail.example of b@mail.example']],
    ['', ['jan smit@mail.example', 'jan,smit@mail.example', 'jan@mail .example', 'geen', '']],
    ['', ['jan@mail.exampleels@mail.example']],
  ])('finds “%s” in each of %j', (addresses, texts) => {
    for (const text of texts) expect([text, emailsIn(text).join()]).toEqual([text, addresses])
  })
})

test.each([
  ['owner@mail.example', 'owner@mail.example'],
  [' Owner@MAIL.example ', 'owner@mail.example'],
  ['\u200bowner@mail.example\ufeff', 'owner@mail.example'],
  ['own\u00ader@mail\u200b.example', 'owner@mail.example'],
  ['owner@mail.example.', 'owner@mail.example'],
  ['owner＠ｍａｉｌ．ｅｘａｍｐｌｅ', 'owner@mail.example'],
  ['jose\u0301@mail.example', 'jos\u00e9@mail.example'],
  // Only the lower-case letter has a precomposed form.
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
