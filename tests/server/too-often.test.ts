import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { account, client, invoice, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'

onEngines('what is done too often', (engine) => {
  let testServer: TestServer
  let owner: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, OWNER)
    await client(testServer.db, 'a', { account_id: owner })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (seconds: number) => (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const seen = (answer: Response) => [answer.status, answer.headers.get('retry-after')]

  describe('the current password', () => {
    const change = (token: string, currentPassword: string, newPassword = 'Nieuw#2026') =>
      testServer.call('POST', 'password/change', { token, body: { currentPassword, newPassword } })

    test('S-108 is guessed by a session five times, then it waits', async () => {
      const [token, other] = [await testServer.signIn(owner), await testServer.signIn(owner)]
      for (let index = 0; index < 5; index += 1) expect((await change(token, 'guess')).status).toBe(422)
      expect(seen(await change(token, PASSWORD))).toEqual([429, '1'])
      later(1)
      expect((await change(token, 'guess')).status).toBe(422)
      expect(seen(await change(token, PASSWORD))).toEqual([429, '2'])
      expect((await change(other, PASSWORD)).status).toBe(204)
    })

    test('failures before the right one are forgotten', async () => {
      const token = await testServer.signIn(owner)
      for (let index = 0; index < 4; index += 1) await change(token, 'guess')
      expect((await change(token, PASSWORD)).status).toBe(204)
      for (let index = 0; index < 4; index += 1) await change(token, 'guess')
      expect((await change(token, 'Nieuw#2026', 'Ander#2026')).status).toBe(204)
    })

    test('can be changed while somebody guesses it at the login, and the other way round', async () => {
      const signIn = (password: string) =>
        testServer.call('POST', 'user/authenticate', { body: { username: OWNER, password } })
      const token = await testServer.signIn(owner)
      for (let index = 0; index < 5; index += 1) await change(token, 'guess')
      expect((await signIn(PASSWORD)).status).toBe(200)
      for (let index = 0; index < 5; index += 1) await signIn('guess')
      expect((await signIn(PASSWORD)).status).toBe(429)
      later(1)
      expect((await change(token, PASSWORD)).status).toBe(204)
    })
  })

  describe('a link by mail', () => {
    const forgot = (email: string, address?: string) =>
      testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`, address ? { address } : {})

    test('goes three times an hour to one address, and nobody sees which were sent', async () => {
      await account(testServer.db, 'two@mail.example')
      for (let index = 0; index < 5; index += 1) {
        const answer = await forgot(index % 2 ? OWNER : ' Owner@MAIL.example')
        expect([answer.status, await answer.text()]).toEqual([204, ''])
        // Two that are asked for before one is sent are one mail.
        await testServer.mails()
      }
      expect(await testServer.mails()).toHaveLength(3)
      await forgot('two@mail.example')
      expect((await testServer.mails()).at(-1)?.to).toBe('two@mail.example')
      later(3600)
      await forgot(OWNER)
      expect(await testServer.mails()).toHaveLength(5)
    })

    test('is asked for twenty times an hour from one address, for whomever', async () => {
      for (let index = 0; index < 20; index += 1) {
        expect((await forgot(`user${index}@mail.example`, '192.0.2.1')).status).toBe(204)
      }
      expect(seen(await forgot(OWNER, '192.0.2.1'))).toEqual([429, '3600'])
      expect(await testServer.mails()).toEqual([])
      expect((await forgot(OWNER, '192.0.2.2')).status).toBe(204)
      expect(await testServer.mails()).toHaveLength(1)
      later(3600)
      expect((await forgot(OWNER, '192.0.2.1')).status).toBe(204)
    })
  })

  test('new passwords are tried twenty times an hour for one account, whatever the link', async () => {
    const linkFor = async (email: string) => {
      await testServer.call('POST', `password/forgot?email=${email}`)
      return new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    }
    const reset = (token: string, newPassword: string) =>
      testServer.call('POST', 'password/reset', { token, body: { newPassword } })
    await account(testServer.db, 'two@mail.example')
    const [first, other] = [await linkFor(OWNER), await linkFor('two@mail.example')]
    // What is no password, or no link, costs nothing.
    for (let index = 0; index < 30; index += 1) expect((await reset(first, 'weak')).status).toBe(400)
    for (let index = 0; index < 30; index += 1) expect((await reset('no link', 'Nieuw#2026')).status).toBe(401)
    for (let index = 0; index < 20; index += 1) expect((await reset(first, PASSWORD)).status).toBe(422)
    expect(seen(await reset(first, 'Nieuw#2026'))).toEqual([429, '3600'])
    expect(seen(await reset(await linkFor(OWNER), 'Nieuw#2026'))).toEqual([429, '3600'])
    expect((await reset(other, 'Nieuw#2026')).status).toBe(204)
    later(3600)
    expect((await reset(await linkFor(OWNER), 'Nieuw#2026')).status).toBe(204)
  })

  test('invitations are looked at so often an hour from one address', async () => {
    const look = (address: string) => testServer.call('GET', 'password/invitation', { token: 'no link', address })
    for (let index = 0; index < 120; index += 1) expect((await look('192.0.2.1')).status).toBe(401)
    expect(seen(await look('192.0.2.1'))).toEqual([429, '3600'])
    expect((await look('192.0.2.2')).status).toBe(401)
    later(3600)
    expect((await look('192.0.2.1')).status).toBe(401)
  })

  test('an account asks for sixty upload addresses an hour', async () => {
    const [one, two] = [
      await staff(testServer.db, 'a', 'one@a.example'),
      await staff(testServer.db, 'a', 'two@a.example'),
    ]
    const ask = async (id: string) =>
      await testServer.call('GET', 'practice/a/logoUploadUrl', {
        token: await testServer.signIn(id),
        headers: { 'content-type': 'image/png' },
      })
    for (let index = 0; index < 60; index += 1) expect((await ask(one)).status).toBe(200)
    expect(seen(await ask(one))).toEqual([429, '3600'])
    expect((await ask(two)).status).toBe(200)
    later(3600)
    expect((await ask(one)).status).toBe(200)
  })

  test('an account opens so many documents a minute, by whatever address', async () => {
    await using few = await openTestServer(engine, { limits: { documentsPerMinute: 5 } })
    await practice(few.db, 'a')
    const [one, vet] = [await account(few.db, OWNER), await staff(few.db, 'a', 'vet@a.example')]
    const clientId = await client(few.db, 'a', { account_id: one })
    const uuid = await invoice(few.db, clientId)
    const open = async (id: string) => {
      const token = await few.signIn(id)
      const { url } = (await (
        await few.call('GET', `clients/${clientId}/invoices/${uuid}/file`, { token })
      ).json()) as {
        url: string
      }
      return await few.fetch(new Request(url))
    }
    for (let index = 0; index < 5; index += 1) expect((await open(one)).status).toBe(200)
    expect(seen(await open(one))).toEqual([429, '60'])
    expect((await open(vet)).status).toBe(200)
    few.now = new Date(few.now.getTime() + 60_000)
    expect((await open(one)).status).toBe(200)
  })

  test('a session refreshes sixty times a minute, without anything being written', async () => {
    const [token, other] = [await testServer.signIn(owner), await testServer.signIn(owner)]
    const refresh = (token: string) => testServer.call('GET', 'user/refresh', { token })
    later(1)
    for (let index = 0; index < 60; index += 1) expect((await refresh(token)).status).toBe(200)
    later(59)
    expect(seen(await refresh(token))).toEqual([429, '1'])
    expect((await refresh(other)).status).toBe(200)
    expect(await testServer.db.selectFrom('attempt').selectAll().execute()).toEqual([])
    later(1)
    expect((await refresh(token)).status).toBe(200)
  })
})
