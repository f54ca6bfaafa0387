import { expect, test } from 'vitest'
import { relyingPartyOf } from './well-known.ts'

test.each([
  ['https://portal.example', { id: 'portal.example', origin: 'https://portal.example' }],
  ['https://portal.example:8443', { id: 'portal.example', origin: 'https://portal.example:8443' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://portal.example', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:4000', undefined],
])('relyingPartyOf(%s) is %j', (publicUrl, expected) => {
  expect(relyingPartyOf(publicUrl)).toEqual(expected)
})
