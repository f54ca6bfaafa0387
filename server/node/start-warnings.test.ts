import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { startWarnings } from './start-warnings.ts'

const HTTPS = { PUBLIC_URL: 'https://portal.example', DATA_DIR: '/data' }
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' }
const MAIL = { SMTP_URL: 'smtps://mail.example' }

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ ...HTTPS, ...PROXY, ...MAIL }, []],
  [{ ...HTTPS, ...MAIL }, ['TRUSTED_PROXIES']],
  [{ ...HTTPS, ...PROXY }, ['SMTP_URL']],
  [HTTPS, ['TRUSTED_PROXIES', 'SMTP_URL']],
])('with %j it warns of %j', (env, names) => {
  const lines = startWarnings(readSettings(env))
  expect(lines.map((line) => /, and (\w+) is not set: /.exec(line)?.[1])).toEqual(names)
  for (const line of lines) expect(line).not.toContain('\n')
})
