import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { sendsLocalLinks } from './local-url.ts'

const REAL = { SMTP_URL: 'smtps://mail.example', DEMO: 'off' }

test.each<[Record<string, string>, boolean]>([
  [REAL, true],
  [{ ...REAL, PUBLIC_URL: 'http://192.168.1.20:4000' }, true],
  [{ ...REAL, PUBLIC_URL: 'http://[fd00::1]' }, true],
  [{ ...REAL, PUBLIC_URL: 'https://server' }, true],
  [{ ...REAL, PUBLIC_URL: 'https://portal.local' }, true],
  [{ ...REAL, PUBLIC_URL: 'https://portal.example' }, false],
  [{ ...REAL, PUBLIC_URL: 'https://93.184.215.14' }, false],
  [{ ...REAL, SMTP_URL: 'smtp://127.0.0.1:1025' }, false],
  [{ ...REAL, DEMO: 'on' }, false],
  [{ DEMO: 'off' }, false],
])('sendsLocalLinks of %j is %s', (settings, expected) => {
  expect(sendsLocalLinks(readSettings(settings))).toBe(expected)
})
