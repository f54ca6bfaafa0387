import { beforeEach, describe, expect, test } from 'vitest'
import { clearToken, decodeToken, isExpired, readToken, storeToken } from './token.ts'

const base64url = (text: string) =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
/** Returns a token with this payload, which may be malformed. */
const tokenOf = (payload: string) => `${base64url('{"alg":"HS256"}')}.${base64url(payload)}.c2lnbmF0dXJl`

const EXP = 1_800_000_000

describe('decodeToken', () => {
  test.each([
    ['with both times', `{"exp":${EXP},"iat":1799999100,"sub":"1"}`, { exp: EXP, iat: 1_799_999_100, sub: '1' }],
    ['with a name outside ASCII', `{"exp":${EXP},"sub":"José"}`, { exp: EXP, iat: null, sub: 'José' }],
    ['without iat', `{"exp":${EXP}}`, { exp: EXP, iat: null }],
    ['with an iat that is no number', `{"exp":${EXP},"iat":"now"}`, { exp: EXP, iat: null }],
    ['that expires at the latest possible Date', '{"exp":8640000000000}', { exp: 8.64e12, iat: null }],
  ])('reads a token %s', (_, payload, expected) => {
    expect(decodeToken(tokenOf(payload))).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['an object', { token: tokenOf(`{"exp":${EXP}}`) }],
    ['a String object', Object(tokenOf(`{"exp":${EXP}}`))],
    ['three letters', 'a.b.c'],
    ['an object that contains a valid token', JSON.stringify({ token: tokenOf(`{"exp":${EXP}}`) })],
    ['two parts', tokenOf(`{"exp":${EXP}}`).split('.').slice(0, 2).join('.').replace('.', '')],
    ['a payload that is no JSON', tokenOf('{"exp":')],
    ['a payload that is a list', tokenOf('[1]')],
    ['no exp', tokenOf('{"iat":1}')],
    ['an exp that is text', tokenOf(`{"exp":"${EXP}"}`)],
    ['an exp just after the latest possible Date', tokenOf('{"exp":8640000000001}')],
    ['an exp beyond every number', tokenOf('{"exp":1e400}')],
  ])('throws for %s', (_, token) => {
    expect(() => decodeToken(token)).toThrow(new Error('Invalid token specified'))
  })
})

describe('isExpired', () => {
  const HOUR = 3_600_000
  test.each([
    ['a millisecond before', EXP * 1000 - 1, 0, false],
    ['at the moment, which servers may see differently', EXP * 1000, 0, false],
    ['after five seconds', EXP * 1000 + 5000, 0, true],
    ['by a clock an hour ahead of the server', EXP * 1000 + HOUR + 4999, -HOUR, false],
    ['by a clock an hour ahead, really expired', EXP * 1000 + HOUR + 5000, -HOUR, true],
    ['by a clock an hour behind', EXP * 1000 - HOUR + 4999, HOUR, false],
    ['by a clock an hour behind, really expired', EXP * 1000 - HOUR + 5000, HOUR, true],
  ])('evaluates the expiry %s', (_, now, clockOffset, expected) => {
    expect(isExpired({ exp: EXP, iat: null }, clockOffset, now)).toBe(expected)
  })
})

describe('readToken', () => {
  beforeEach(() => {
    clearToken()
    localStorage.clear()
  })

  test.each([
    ['raw', 'a.b.c', 'a.b.c'],
    ['as a JSON string', '"a.b.c"', 'a.b.c'],
    ['an empty JSON string', '""', null],
  ])('reads a token stored %s', (_, stored, expected) => {
    sessionStorage.setItem('portal-token', stored)
    expect(readToken()).toBe(expected)
  })

  test('reads the stored token until clearToken is called', () => {
    storeToken('a.b.c')
    expect(sessionStorage.getItem('portal-token')).toBe('a.b.c')
    expect(localStorage).toHaveLength(0)
    clearToken()
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(readToken()).toBeNull()
  })
})
