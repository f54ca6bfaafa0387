import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { headerName } from '#server/mail/mail-headers.ts'
import { greetingName, outboxFolder } from './mail-carriers.ts'

let folder: string
const OPTIONS = { publicUrl: 'https://portal.example' }
const readMail = (where = folder) => readFile(path.join(where, `${MAIL.id}.eml`), 'utf8')
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-mail-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

const MAIL = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'activation',
  to: 'anna@mail.example',
  language: 'nl',
  isToStaff: false,
  practiceName: 'Kliniek Çelik',
  practicePhone: '030 555 01 23',
  link: 'https://portal.example/auth/reset-password?token=abc',
} as const

test('outboxFolder writes one private file for each mail', async () => {
  const outbox = path.join(folder, 'outbox')
  const carrier = outboxFolder(outbox, OPTIONS)
  await carrier.send(MAIL)
  await carrier.send({ ...MAIL, link: 'https://portal.example/auth/reset-password?token=newer' })
  expect(await readdir(outbox)).toEqual([`${MAIL.id}.eml`])
  const file = path.join(outbox, `${MAIL.id}.eml`)
  const text = await readFile(file, 'utf8')
  const { from, replyTo } = await PostalMime.parse(text)
  expect(from).toEqual({ name: 'Kliniek Çelik via Dierenportaal', address: 'portaal@portal.example' })
  expect(replyTo).toBeUndefined()
  expect(text).toContain('To: anna@mail.example\r\n')
  expect(text).toMatch(/^Message-ID: <[\w-]+@portal\.example>\r$/m)
  expect(text).toContain('multipart/alternative')
  expect(text).toContain('token=newer')
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('outboxFolder writes text and links that can be copied from the file', async () => {
  const link = `https://portal.example/auth/reset-password?token=${'t'.repeat(43)}&address=anna%40mail.example`
  await outboxFolder(folder, OPTIONS).send({ ...MAIL, link })
  const raw = await readFile(path.join(folder, `${MAIL.id}.eml`))
  const lines = raw.toString('utf8').split('\r\n')
  expect(lines).toContain(link)
  expect(lines).toContain('Kliniek Çelik heeft in Dierenportaal een account voor u gemaakt.')
  expect(raw.toString('utf8')).toContain(`href="${link.replace('&', '&amp;')}"`)
  expect(raw.toString('utf8').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const { subject, text, html } = await PostalMime.parse(raw)
  expect(subject).toBe('Uw toegang tot het portaal van Kliniek Çelik')
  expect(text).toContain(`Wachtwoord kiezen:\n${link}\n`)
  expect(html).toMatch(/<p [^>]*>Kliniek Çelik heeft in Dierenportaal een account voor u gemaakt\.<\/p>/)
})

test('outboxFolder encodes lines that are too long for a mail', async () => {
  const practiceName = 'é'.repeat(600)
  await outboxFolder(folder, OPTIONS).send({ ...MAIL, practiceName })
  const raw = await readFile(path.join(folder, `${MAIL.id}.eml`))
  expect(
    raw
      .toString('latin1')
      .split('\r\n')
      .filter(({ length }) => length > 998),
  ).toEqual([])
  expect((await PostalMime.parse(raw)).text).toContain(practiceName)
})

test('outboxFolder adds List-Unsubscribe only to the weekly mail', async () => {
  const carrier = outboxFolder(folder, OPTIONS)
  const unsubscribeUrl = `https://portal.example/files/unsubscribe/${MAIL.id}/${MAIL.id}/${'s'.repeat(43)}`
  const weekly = { ...MAIL, kind: 'reminders' as const, link: null, digest: { reminders: [], more: 0, unsubscribeUrl } }
  const headersOf = async () => {
    const text = await readMail()
    return text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ')
  }
  await carrier.send(weekly)
  const headers = await headersOf()
  expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  // The id stays the same when a mail is sent again.
  expect(headers).toContain(`Message-ID: <${MAIL.id}@portal.example>`)
  await carrier.send(MAIL)
  expect(await headersOf()).not.toContain('List-Unsubscribe')
})

test('outboxFolder attaches the logo', async () => {
  const carrier = outboxFolder(folder, OPTIONS)
  const logo = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]) }
  await carrier.send({ ...MAIL, logo })
  const text = await readMail()
  expect(text).toContain('Content-ID: <logo@dierenportaal>\r\n')
  expect(text).toContain('Content-Type: image/png')
  expect(text).toContain('AQID')
  expect(text.replaceAll('=\r\n', '')).toContain('src=3D"cid:logo@dierenportaal"')
})

test('outboxFolder writes exactly one recipient for an address with separators or line breaks', async () => {
  const carrier = outboxFolder(folder, { publicUrl: 'http://127.0.0.1:4000' })
  await carrier.send({ ...MAIL, to: 'anna@mail.example,evil@mail.example' })
  const text = await readMail()
  expect(text).not.toMatch(/^To:.*\bevil@mail\.example\s*$/m)
  expect(text).toContain('portaal@[127.0.0.1]')
})

test.each([
  'Çelik & Zn. <info>',
  'Waag\r\nBcc: evil@mail.example',
  '=?utf-8?Q?Bank?=',
  'Praktijk (noord); zuid: oost\\west',
])('outboxFolder writes the practice %j only in From and Reply-To', async (practiceName) => {
  const carrier = outboxFolder(folder, OPTIONS)
  await carrier.send({ ...MAIL, practiceName, practiceEmail: 'info@dewaag.example' })
  const mail = await PostalMime.parse(await readFile(path.join(folder, `${MAIL.id}.eml`)))
  const name = headerName(practiceName)
  expect(mail.from).toEqual({ name: `${name} via Dierenportaal`, address: 'portaal@portal.example' })
  expect(mail.replyTo).toEqual([{ name, address: 'info@dewaag.example' }])
  expect(mail.bcc).toBeUndefined()
})

test.each([
  ['https://portal.example', 'portal.example'],
  ['https://portal.example:8443', 'portal.example'],
  ['http://localhost:4000', 'localhost'],
  ['http://192.0.2.1:4000', '[192.0.2.1]'],
  ['http://[2001:db8::1]:4000', '[IPv6:2001:db8::1]'],
  ['https://bücher.example', 'xn--bcher-kva.example'],
])('greetingName(%s) is %s', (publicUrl, name) => expect(greetingName(publicUrl)).toBe(name))

test('outboxFolder rejects if the folder is not writable', async () => {
  const carrier = outboxFolder('/dev/null/outbox', OPTIONS)
  await expect(carrier.send(MAIL)).rejects.toThrow('ENOTDIR')
})
