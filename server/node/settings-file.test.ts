import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parseSettingsFile } from './settings-file.ts'

const parse = (text: string) => parseSettingsFile(new TextEncoder().encode(text))

test.each<[line: string, name: string, value: string]>([
  ['PORT=8080', 'PORT', '8080'],
  ['export PORT=8080', 'PORT', '8080'],
  ['\uFEFFPORT=8080', 'PORT', '8080'],
  ['PORT=8080\r\n', 'PORT', '8080'],
  ['PORT=8080 # behind nginx', 'PORT', '8080'],
  ['PORT=', 'PORT', ''],
  ['TOKEN_SECRET="a # b" # kept', 'TOKEN_SECRET', 'a # b'],
  ["TOKEN_SECRET='a#b'", 'TOKEN_SECRET', 'a#b'],
  ['LIMIT_BODY_BYTES=1', 'LIMIT_BODY_BYTES', '1'],
  ['NODE_EXTRA_CA_CERTS=/ca.pem', 'NODE_EXTRA_CA_CERTS', '/ca.pem'],
])('parseSettingsFile parses %j', (line, name, value) => {
  expect(parse(line)).toEqual({ [name]: value })
})

test.each([
  ['SMTP=x', 'line 1: "SMTP" is not a setting; is SMTP_URL meant?'],
  ['PORT=1\nSMPT_URL=x', 'line 2: "SMPT_URL" is not a setting; is SMTP_URL meant?'],
  ['PUBLIC-URL=x', 'line 1: "PUBLIC-URL" is not a setting; is PUBLIC_URL meant?'],
  ['"PORT"=1', 'line 1: "\\"PORT\\"" is not a setting; is PORT meant?'],
  ['\u200bPORT=1', 'is not a setting; is PORT meant?'],
  ['LIMIT_SPEED=1', 'line 1: "LIMIT_SPEED" is not a setting'],
  ['COLOUR=blue', 'line 1: "COLOUR" is not a setting; docs/reference/settings.md lists them'],
  ['=x', 'line 1: "" is not a setting'],
  ['PORT=1\nPORT=2', 'line 2: PORT is set on line 1 already'],
  ['PORT: 1', 'line 1: is not NAME=value'],
  ['TOKEN_SECRET="secret', 'line 1: TOKEN_SECRET has quotation marks that do not enclose its value'],
  ['TOKEN_SECRET="secret" and more', 'line 1: TOKEN_SECRET has quotation marks'],
  ['SMTP_URL=smtp://user:secret#1@host', 'line 1: SMTP_URL contains #, which begins a comment'],
])('parseSettingsFile rejects %j without showing the value', (text, message) => {
  expect(() => parse(text)).toThrow(message)
  expect(() => parse(text)).not.toThrow('secret')
})

test.each([
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x50, 0)],
  ['a zero byte', new TextEncoder().encode('PORT=1\0')],
])('parseSettingsFile rejects a file with %s', (_, bytes) => {
  expect(() => parseSettingsFile(bytes)).toThrow('it is not UTF-8 text')
})

test('parseSettingsFile parses the template of a release as Node does', () => {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/settings.env'), 'utf8').replaceAll(
    /^#(?=[A-Z_]+=)/gm,
    '',
  )
  expect(parse(text)).toEqual({ ...parseEnv(text) })
  expect(Object.keys(parse(text))).toHaveLength(8)
})
