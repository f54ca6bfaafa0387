import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { startWarnings } from './start-warnings.ts'

const HTTPS = { PUBLIC_URL: 'https://portal.example', DATA_DIR: '/data' }
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' }
const MAIL = { SMTP_URL: 'smtps://mail.example' }

test.each([
  ['smtp://mail.example:465', 'smtp:// with port 465'],
  ['smtp://user:secret@mail.example:465?name=portal.example', 'smtp:// with port 465'],
  ['smtps://mail.example:587', 'smtps:// with port 587'],
  ['smtps://user:secret@mail.example:2525', 'smtps:// with port 2525'],
])('startWarnings warns if the port and protocol of SMTP_URL %s do not match', (url, named) => {
  const [line, ...others] = startWarnings(readSettings({ SMTP_URL: url }))
  expect(others).toEqual([])
  expect(line).toContain(`SMTP_URL is ${named}`)
  expect(line).not.toContain('secret')
})

test.each([
  'smtp://mail.example:25',
  'smtp://mail.example:587',
  'smtps://mail.example:465',
  'smtp://127.0.0.1:1025?ignoreTLS=true',
])('startWarnings accepts SMTP_URL %s', (url) => expect(startWarnings(readSettings({ SMTP_URL: url }))).toEqual([]))

test.each([
  ['off', 1],
  ['on', 0],
])('startWarnings of a local PUBLIC_URL with a mail server and DEMO=%s has %i lines', (demo, count) => {
  const lines = startWarnings(readSettings({ ...MAIL, DEMO: demo }))
  expect(lines.filter((line) => line.includes('PUBLIC_URL is http://localhost:4000'))).toHaveLength(count)
})

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ ...HTTPS, ...PROXY, ...MAIL }, []],
  [{ ...HTTPS, ...MAIL }, ['TRUSTED_PROXIES']],
  [{ ...HTTPS, ...PROXY }, ['SMTP_URL']],
  [HTTPS, ['TRUSTED_PROXIES', 'SMTP_URL']],
])('startWarnings with %j warns about %j', (env, names) => {
  const lines = startWarnings(readSettings(env))
  expect(lines.map((line) => /, and (\w+) is not set: /.exec(line)?.[1])).toEqual(names)
  for (const line of lines) expect(line).not.toContain('\n')
})

test.each([
  ['DATABASE', 'DATABASE_URL'],
  ['SMTP', 'SMTP_URL'],
  ['Demo', 'DEMO'],
])('startWarnings warns about the variable %s and suggests %s', (name, suggestion) => {
  expect(startWarnings(readSettings({ [name]: 'x' }))).toEqual([
    `${name} is not a setting and has no effect; is ${suggestion} meant?`,
  ])
})

test.each(['MAIL', 'PUBLIC', 'DATA', 'HOSTNAME', 'SMTP_SERVICE_HOST', 'DATABASE_PORT_5432_TCP', 'PGDATABASE'])(
  'startWarnings ignores the unrelated variable %s',
  (name) => expect(startWarnings(readSettings({ [name]: 'x' }))).toEqual([]),
)
