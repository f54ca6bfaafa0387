import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import { canonicalHost, emailsIn, isEmail } from './email.ts'

test.each(['bücher.example', 'faß.example', 'ＭＡＩＬ.example', 'ٱلبريد.example', 'mañana.com'])(
  'canonicalHost encodes %s as domainToASCII does',
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
  ])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    ['nothing before the @', '@mail.example'],
    ['nothing after it', 'owner@'],
    ['no @', 'owner.mail.example'],
    ['two addresses', 'a@mail.example, b@mail.example'],
    ['a host of one label', 'owner@localhost'],
    ['an empty label', 'owner@mail..example'],
    ['a label of 64 characters', `owner@a${LABEL}.example`],
    ['a label that is too long in punycode', `owner@${'ü'.repeat(60)}.example`],
    ['a host of 254 characters', `owner@${`${'a'.repeat(49)}.`.repeat(5)}abcd`],
    ['a hyphen at the beginning of a label', 'owner@-mail.example'],
    ['an underscore', 'owner@my_mail.example'],
    ['a comma for a full stop', 'owner@mail,example'],
    ['a question mark', 'owner@mail.example?subject=x'],
    ['a space in the host', 'owner@mail .example'],
    ['an IP address', 'owner@192.168.1.1'],
    ['a host of digits', 'owner@12345'],
    ['a top-level domain of digits', 'owner@mail.123'],
    ['angle brackets', 'Owner <owner@mail.example>'],
    ['an invisible character', 'owner@mail.exam\u200bple'],
    ['a line end', 'owner@mail.example\n'],
    ['a character that no host has', 'owner@mail\u2028.example'],
  ])('refuses %s', (_, text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('emailsIn', () => {
  test.each([
    ['jan@mail.example', ['jan@mail.example']],
    ['jan@mail.example.', ['jan@mail.example']],
    ['jan@mail.example; els@mail.example', ['jan@mail.example', 'els@mail.example']],
    ['jan@mail.example of els@mail.example', ['jan@mail.example', 'els@mail.example']],
    ['jan@mail.example (werk)', ['jan@mail.example']],
    ['mailto:jan@mail.example', ['jan@mail.example']],
    ['E-mail: jan@mail.example', ['jan@mail.example']],
    ['Jan Smit <jan@mail.example>', ['jan@mail.example']],
    ["'jan@mail.example'", ['jan@mail.example']],
    ['jan smit@mail.example', []],
    ['jan,smit@mail.example', []],
    ['jan@mail .example', []],
    ['jan@mail.exampleels@mail.example', []],
    ['geen', []],
    ['', []],
  ])('finds in %j: %j', (text, addresses) => {
    expect(emailsIn(text)).toEqual(addresses)
  })
})
