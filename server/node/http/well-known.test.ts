import { describe, expect, test } from 'vitest'
import { answerWellKnown } from './well-known.ts'

const ask = (path: string, method = 'GET', https = false) =>
  answerWellKnown(new Request(`http://portal.test${path}`, { method }), https)

describe('/.well-known/', () => {
  test.each(['/.well-known/change-password', '/.well-known/change-password/', '/.well-known/change-password?utm=1'])(
    '%s redirects to the page where the password is changed',
    (path) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = ask(path, method)
        expect([answer?.status, answer?.headers.get('location')]).toEqual([302, '/change-password'])
      }
      expect(ask(path, 'POST')?.status).toBe(405)
    },
  )

  test.each([
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    '/.well-known/',
    '/.well-known/change-password/x',
    '/.well-known/Change-Password',
    '/.well-known/security.txt',
  ])('%s does not exist', async (path) => {
    const answer = ask(path)
    expect([answer?.status, await answer?.text()]).toEqual([404, 'Not found\n'])
  })

  test.each(['/', '/change-password', '/a/.well-known/change-password'])('%s is another address', (path) =>
    expect(ask(path)).toBeUndefined(),
  )

  test('has the security headers', () => {
    expect(ask('/.well-known/change-password')?.headers.get('referrer-policy')).toBe('no-referrer')
    expect(ask('/.well-known/x', 'GET', true)?.headers.get('strict-transport-security')).toMatch(/^max-age/)
  })
})
