import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DEVICE_COOKIE } from '#server/auth/device.ts'
import { createApp } from '#server/app.ts'
import { createCalendarAddresses, replaceFeed } from '#server/calendar/feed.ts'
import { sealSigningKeys } from '#server/http/url-signing-key.ts'
import { deriveKey, sign } from '#server/http/keys.ts'
import { createSignedUrls } from '#server/http/signed-url.ts'
import { XSRF_COOKIE, XSRF_HEADER } from '#server/http/xsrf.ts'
import { createUnsubscribeLinks } from '#server/mail/reminders/unsubscribe.ts'
import { acceptSecret } from '#server/node/http/accept-secret.ts'
import { type GivenSecrets, readSecrets } from '#server/node/secret.ts'
import type { FormerSecret, Ports } from '#server/ports.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { account, client, practice } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const bytes = (text: string) => new TextEncoder().encode(text.padEnd(32, '.'))
const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map(bytes) as [Uint8Array, Uint8Array, Uint8Array]

onEngines('the token secret', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    testServer = await openTestServer(engine)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const at = (hours: number) => new Date(testServer.now.getTime() + hours * HOUR_MS)
  const accept = async (secret: Uint8Array, former?: Uint8Array | 'lost', hours = 0) => {
    const given: GivenSecrets = { secret: [secret], former: former instanceof Uint8Array ? [former] : former }
    return (await acceptSecret(testServer.db, given, at(hours))).former
  }
  const UNKNOWN =
    /^TOKEN_SECRET, or token-secret .* is not the one that the database knows, and everybody would be signed out/

  describe('compared with the database', () => {
    test('is accepted only if the database knows the secret or is new', async () => {
      expect(await accept(OLD)).toBeUndefined()
      expect(await accept(OLD)).toBeUndefined()
      await expect(accept(NEW)).rejects.toThrow(UNKNOWN)
      await expect(accept(NEW, OTHER)).rejects.toThrow(UNKNOWN)
      expect(await accept(OLD)).toBeUndefined()
      const rows = await testServer.db.selectFrom('secret').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain('old')
    })

    test('replaces the former secret if both are given', async () => {
      await accept(OLD)
      expect(await accept(NEW, OLD)).toEqual({ secret: OLD, readUntil: at(24) })
      // A later start does not extend the day.
      expect(await accept(NEW, OLD, 20)).toEqual({ secret: OLD, readUntil: at(24) })
      expect(await accept(NEW, undefined, 30)).toBeUndefined()
      await expect(accept(OLD, undefined, 30)).rejects.toThrow(UNKNOWN)
    })

    test('can be replaced one server at a time', async () => {
      await accept(OLD)
      // Each server first reads the next secret, and then signs with it.
      expect(await accept(OLD, NEW)).toMatchObject({ secret: NEW })
      expect(await accept(NEW, OLD, 1)).toEqual({ secret: OLD, readUntil: at(25) })
      // A server that was not restarted yet starts once more with the former secret.
      expect(await accept(OLD, NEW, 2)).toMatchObject({ secret: NEW })
      expect(await accept(NEW, OLD, 3)).toEqual({ secret: OLD, readUntil: at(25) })
      expect(await accept(NEW, undefined, 4)).toBeUndefined()
    })

    test('replaces a former secret that is declared lost', async () => {
      await accept(OLD)
      expect(await accept(NEW, 'lost')).toBeUndefined()
      expect(await accept(NEW)).toBeUndefined()
      await expect(accept(OLD)).rejects.toThrow(UNKNOWN)
    })

    test('stays the same if it moves between the file and the setting', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-secret-'))
      onTestFinished(() => rm(dataDir, { recursive: true }))
      const none = { dataDir, tokenSecret: undefined, formerTokenSecret: undefined }
      const startBy = async (settings: Partial<Parameters<typeof readSecrets>[0]>) =>
        await acceptSecret(testServer.db, readSecrets({ ...none, ...settings }), at(0))
      const { secret } = await startBy({})
      const text = (await readFile(join(dataDir, 'token-secret'), 'utf8')).trim()
      expect(await startBy({ tokenSecret: text })).toEqual({ secret, former: undefined })
      const next = randomBytes(32).toString('base64')
      const rotated = await startBy({ tokenSecret: next, formerTokenSecret: text })
      expect(rotated).toMatchObject({ secret: Buffer.from(next), former: { secret } })
      // The setting's secret moves back into the file.
      await writeFile(join(dataDir, 'token-secret'), `${next}\n`)
      expect((await startBy({})).secret).toEqual(rotated.secret)
      await expect(startBy({ tokenSecret: randomBytes(32).toString('base64') })).rejects.toThrow(UNKNOWN)
    })

    test('is accepted once if two servers first start with different secrets', { tags: ['database'] }, async () => {
      const outcomes = await Promise.allSettled([accept(OLD), accept(NEW)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })
  })

  describe('after its replacement', () => {
    let owner: string
    const PASSWORD = 'Welkom#2026'
    const USER = 'owner@mail.example'

    beforeEach(async () => {
      await practice(testServer.db, 'a')
      owner = await account(testServer.db, USER)
      await client(testServer.db, 'a', { account_id: owner })
    })

    const portsOf = (secret: Uint8Array, formerSecret?: FormerSecret): Ports => ({
      ...testServer.ports,
      secret,
      formerSecret,
    })
    const replaced = () => portsOf(NEW, { secret: OLD, readUntil: at(24) })
    const portal = (ports: Ports) => {
      const app = createApp(ports)
      return async (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
        await app.request(`/api/${path}`, {
          method,
          headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        })
    }
    const cookieOf = (response: Response, name: string) =>
      response.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith(name))!
        .split(';')[0]!
    const enter = (call: ReturnType<typeof portal>, password = PASSWORD, headers = {}) =>
      call('POST', 'user/authenticate', headers, { username: USER, password })
    const tokenOf = async (response: Response) => ((await response.json()) as { token: string }).token

    test('still verifies existing tokens', async () => {
      const before = await tokenOf(await enter(portal(portsOf(OLD))))
      const now = portal(replaced())
      const refreshed = await now('GET', 'user/refresh', { authorization: before })
      expect(refreshed.status).toBe(200)
      const after = await tokenOf(refreshed)
      const [former, current] = [before, after].map((token) => decodeProtectedHeader(token).kid)
      expect(former).toMatch(/^[\w-]{8}$/)
      expect(current).toMatch(/^[\w-]{8}$/)
      expect(current).not.toBe(former)
      const status = async (ports: Ports, token: string) =>
        (await portal(ports)('GET', 'user', { authorization: token })).status
      expect(await status(portsOf(NEW), after)).toBe(200)
      expect(await status(portsOf(NEW), before)).toBe(401)
      expect(await status(portsOf(OLD, { secret: NEW, readUntil: at(24) }), after)).toBe(200)
    })

    test('is not read after a day', async () => {
      const ports = replaced()
      const urls = createSignedUrls(portsOf(OLD), 'paper')
      const url = `http://portal.test${await urls.sign('/files/papers/x', {})}`
      expect(await createSignedUrls(ports, 'paper').verify(url)).toBeDefined()
      await expect(createSignedUrls(portsOf(NEW), 'paper').verify(url)).rejects.toMatchObject({ code: 'forbidden' })
      testServer.now = at(24)
      const late = `http://portal.test${await urls.sign('/files/papers/x', {})}`
      await expect(createSignedUrls(ports, 'paper').verify(late)).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('still verifies anti-forgery and known-browser cookies for a day', async () => {
      const old = portal(portsOf(OLD, undefined))
      const entered = await enter(old)
      const [xsrf, device] = [XSRF_COOKIE, DEVICE_COOKIE].map((name) => cookieOf(entered, name)) as [string, string]
      const headers = { cookie: xsrf, [XSRF_HEADER]: xsrf.split('=')[1]! }
      const now = portal(replaced())
      expect((await enter(portal(portsOf(NEW)), PASSWORD, headers)).status).toBe(403)
      expect((await enter(now, PASSWORD, headers)).status).toBe(200)
      for (let guess = 0; guess < 5; guess += 1) await enter(now, 'wrong')
      expect((await enter(now)).status).toBe(429)
      const known = await enter(now, PASSWORD, { cookie: device })
      expect(known.status).toBe(200)
      // The server renews the cookie with the new secret.
      const renewed = cookieOf(known, DEVICE_COOKIE)
      expect((await enter(portal(portsOf(NEW)), PASSWORD, { cookie: renewed })).status).toBe(200)
      testServer.now = at(24)
      for (let guess = 0; guess < 5; guess += 1) await enter(now, 'wrong')
      expect((await enter(now, PASSWORD, headers)).status).toBe(403)
    })

    describe('still verifies long-lived URLs:', () => {
      let clientId: string
      beforeEach(async () => {
        clientId = (await testServer.db.selectFrom('client').select('uuid').executeTakeFirstOrThrow()).uuid
      })

      const subscriber = () => ({ clientId, accountId: owner })
      const calendarBy = async (ports: Ports) => {
        const id = await inTransaction(testServer.db, (trx) => replaceFeed(trx, subscriber()))
        return await createCalendarAddresses(ports).pathOf(id)
      }
      const unsubscribeBy = (ports: Ports) => createUnsubscribeLinks(ports).pathOf(subscriber())
      const open = async (ports: Ports, path: string) =>
        (await createApp(ports).request(`http://portal.test${path}`)).status
      const startBy = async (secret: Uint8Array, former?: Uint8Array | 'lost') => {
        const ports = portsOf(secret, await accept(secret, former))
        await sealSigningKeys(ports)
        return ports
      }

      test.each([
        ['a calendar', calendarBy],
        ['an unsubscribe link', unsubscribeBy],
      ])('%s, after several replacements', async (_, pathBy) => {
        const path = await pathBy(await startBy(OLD))
        expect(await open(await startBy(NEW, OLD), path)).toBe(200)
        testServer.now = at(48)
        const later = await startBy(NEW)
        expect(await open(later, path)).toBe(200)
        // This secret belongs to a server that never ran during the first replacement.
        await startBy(OTHER, NEW)
        testServer.now = at(48)
        const last = await startBy(OTHER)
        expect(await open(last, path)).toBe(200)
        expect(await open(last, path.replace(/[\w-]{43}/, 'A'.repeat(43)))).toBe(404)
        expect(await open(last, await pathBy(last))).toBe(200)
      })

      test('URLs from before signing keys were stored separately', async () => {
        const id = await inTransaction(testServer.db, (trx) => replaceFeed(trx, subscriber()))
        const by = async (secret: Uint8Array) =>
          `/files/calendar/${id}/${await sign(await deriveKey(secret, 'calendar'), id)}/dierenportaal.ics`
        // The version and the secret may be replaced in the same start.
        await accept(OLD)
        const ports = await startBy(NEW, OLD)
        testServer.now = at(48)
        expect(await open(ports, await by(OLD))).toBe(200)
        expect(await open(ports, await by(OTHER))).toBe(404)
      })

      test('except URLs of a lost secret', async () => {
        const path = await calendarBy(await startBy(OLD))
        const [key] = await testServer.db.selectFrom('address_key').select('sealed').execute()
        expect(key!.sealed).toMatch(/^[\w-]{8}\.[\w-]+\.[\w-]+$/)
        expect(await open(portsOf(OTHER), path)).toBe(404)
        const ports = await startBy(NEW, 'lost')
        expect(await open(ports, path)).toBe(404)
        const next = await calendarBy(ports)
        expect(await open(await startBy(NEW), next)).toBe(200)
        expect(await open(await startBy(OTHER, NEW), next)).toBe(200)
      })
    })
  })
})
