import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachFolder } from '#harness/folders.ts'
import { SECRET_FILES } from './setting-names.ts'
import { readSettings } from './settings.ts'

const folder = eachFolder()

function fileOf(content: string): string {
  const file = join(folder.path, 'secret')
  writeFileSync(file, content)
  return file
}

const VALUES: Record<string, [value: string, others?: Record<string, string>]> = {
  DATABASE_URL: ['postgres://user:password@db/portal'],
  DATABASE_PASSWORD: ['@:/#%?[] "+ ', { DATABASE_URL: 'postgres://user@db/portal' }],
  STORAGE_URL: ['s3+https://key:password@store.example/bucket'],
  TOKEN_SECRET: ['0123456789 0123456789 0123456789'],
  TOKEN_SECRET_FORMER: ['lost'],
  OIDC_CLIENT_SECRET: ['password', { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'portal' }],
  SMTP_URL: ['smtp://user:password@mail.example'],
  SMTP_PASSWORD: ['@:/#%?[] "+ ', { SMTP_URL: 'smtp://user@mail.example' }],
}

test.each(SECRET_FILES)('%s is read like %s, without trailing newlines', (fileSetting, name) => {
  const [value, others] = VALUES[name]!
  const file = fileOf(`${value}\r\n\n`)
  const direct = readSettings({ ...others, [name]: value })
  expect(direct).not.toEqual(readSettings({}))
  expect(readSettings({ ...others, [name]: '', [fileSetting]: file })).toEqual(direct)
  expect(() => readSettings({ ...others, [name]: value, [fileSetting]: file })).toThrow(
    `${name} and ${fileSetting} are both set: set one`,
  )
})

test('a file of a secret that cannot be used is named without its content', () => {
  const none = join(folder.path, 'none')
  expect(() => readSettings({ TOKEN_SECRET_FILE: none })).toThrow(
    `TOKEN_SECRET_FILE: ${none} cannot be read: it does not exist`,
  )
  mkdirSync(none)
  expect(() => readSettings({ TOKEN_SECRET_FILE: none })).toThrow(`${none} cannot be read: it is a folder`)
  const empty = fileOf('\n')
  expect(() => readSettings({ TOKEN_SECRET_FILE: empty })).toThrow(`TOKEN_SECRET_FILE: ${empty} is empty`)
  const short = fileOf('too short')
  expect(() => readSettings({ TOKEN_SECRET_FILE: short })).toThrow('TOKEN_SECRET must be at least 32 bytes long')
})

test('a separate password needs a URL with a user and without a password', () => {
  const passwordOf = (url?: string) => () => readSettings({ DATABASE_PASSWORD: 'secret', DATABASE_URL: url })
  for (const url of [undefined, 'postgres:///portal', 'postgres://db/portal'])
    expect(passwordOf(url)).toThrow('DATABASE_PASSWORD needs a user in DATABASE_URL')
  expect(passwordOf('postgres://user:other@db/portal')).toThrow(
    'DATABASE_URL contains a password, and DATABASE_PASSWORD is set: set one',
  )
})
