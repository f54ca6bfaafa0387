import { describe, expect, test } from 'vitest'
import { wellKnownResponse } from './well-known.ts'

const request = (path: string, method = 'GET', { publicUrl = 'http://portal.test', securityContact = '' } = {}) =>
  wellKnownResponse(new Request(`http://portal.test${path}`, { method }), { publicUrl, securityContact })

describe('URLs below /.well-known/', () => {
  test.each(['/.well-known/change-password', '/.well-known/change-password/', '/.well-known/change-password?utm=1'])(
    '%s redirects to the page for changing the password',
    (path) => {
      for (const method of ['GET', 'HEAD']) {
        const response = request(path, method)
        expect([response?.status, response?.headers.get('location')]).toEqual([302, '/change-password'])
      }
      expect(request(path, 'POST')?.status).toBe(405)
    },
  )

  test.each([
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    '/.well-known/',
    '/.well-known/change-password/x',
    '/.well-known/Change-Password',
    '/.well-known/security.txt',
  ])('%s returns 404', async (path) => {
    const response = request(path)
    expect([response?.status, await response?.text()]).toEqual([404, 'Not found\n'])
  })

  test.each(['/', '/change-password', '/a/.well-known/change-password'])('%s is passed to the next handler', (path) =>
    expect(request(path)).toBeUndefined(),
  )

  test('responses have the security headers', () => {
    expect(request('/.well-known/change-password')?.headers.get('referrer-policy')).toBe('no-referrer')
    expect(
      request('/.well-known/x', 'GET', { publicUrl: 'https://portal.test' })?.headers.get('strict-transport-security'),
    ).toMatch(/^max-age/)
  })

  test('security.txt has the fields of RFC 9116 and expires within a year', async () => {
    const published = { publicUrl: 'https://portal.test', securityContact: 'mailto:security@portal.test' }
    const response = request('/.well-known/security.txt', 'GET', published)
    expect(response?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      (await response!.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2)),
    ) as Record<string, string>
    expect(fields).toEqual({
      Contact: 'mailto:security@portal.test',
      Expires: expect.any(String),
      'Preferred-Languages': 'nl, en',
      Canonical: 'https://portal.test/.well-known/security.txt',
    })
    const days = (Date.parse(fields['Expires']!) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
    expect(request('/.well-known/security.txt', 'POST', published)?.status).toBe(405)
  })
})
