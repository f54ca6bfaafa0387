import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserSession } from '#contract/user.ts'
import { createApp } from '#server/app.ts'
import { account, client, practice } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0'

onEngines('where somebody is signed in', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    // Each of many at once is counted as a guess until its password has proved right.
    testServer = await openTestServer(engine, { limits: { loginFailures: 1000 } })
    await practice(testServer.db, 'a')
    for (const name of ['owner', 'other']) {
      const id = await account(testServer.db, `${name}@mail.example`)
      await client(testServer.db, 'a', { account_id: id })
    }
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  async function signIn(name: string, userAgent?: string): Promise<string> {
    const answer = await testServer.call('POST', 'user/authenticate', {
      body: { username: `${name}@mail.example`, password: 'Welkom#2026' },
      ...(userAgent !== undefined && { headers: { 'user-agent': userAgent } }),
    })
    return ((await answer.json()) as { token: string }).token
  }
  const later = (seconds: number) => void (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const sessionsOf = async (token: string) =>
    (await (await testServer.call('GET', 'user/sessions', { token })).json()) as UserSession[]
  const isGood = async (token: string) => (await testServer.call('GET', 'user', { token })).status === 200

  test('each is told with its device and its time, the latest first, and by no id that a token proves', async () => {
    const first = await signIn('owner', FIREFOX)
    later(60)
    const second = await signIn('owner', 'something else')
    const sessions = await sessionsOf(second)
    expect(sessions).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), signedInAt: '2026-06-15T10:01:00.000Z', current: true },
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        signedInAt: '2026-06-15T10:00:00.000Z',
        current: false,
        browser: 'Firefox',
        system: 'Windows',
      },
    ])
    expect(sessions[0]!.id).not.toBe(sessions[1]!.id)
    for (const token of [first, second]) expect(JSON.stringify(sessions)).not.toContain(decodeJwt(token)['sid'])
  })

  test('one is ended at once, and no other', async () => {
    const [here, there, elsewhere] = [await signIn('owner'), await signIn('owner', FIREFOX), await signIn('owner')]
    const { id } = (await sessionsOf(here)).find(({ browser }) => browser === 'Firefox')!
    expect((await testServer.call('DELETE', `user/sessions/${id}`, { token: here })).status).toBe(204)
    expect([await isGood(here), await isGood(there), await isGood(elsewhere)]).toEqual([true, false, true])
    expect((await testServer.call('DELETE', `user/sessions/${id}`, { token: here })).status).toBe(404)
  })

  test('all others are ended at once, and the own stays', async () => {
    const [here, there, stranger] = [await signIn('owner'), await signIn('owner'), await signIn('other')]
    expect((await testServer.call('DELETE', 'user/sessions', { token: here })).status).toBe(204)
    expect([await isGood(here), await isGood(there), await isGood(stranger)]).toEqual([true, false, true])
    expect(await sessionsOf(here)).toHaveLength(1)
  })

  test('who signs out ends the own one at once, also before it would have been renewed, and no other', async () => {
    const [here, there] = [await signIn('owner'), await signIn('owner')]
    const renewed = (await (await testServer.call('GET', 'user/refresh', { token: here })).json()) as { token: string }
    expect((await testServer.call('DELETE', 'user/session', { token: here })).status).toBe(204)
    expect([await isGood(here), await isGood(renewed.token), await isGood(there)]).toEqual([false, false, true])
    for (const token of [here, renewed.token])
      expect((await testServer.call('GET', 'user/refresh', { token })).status).toBe(401)
  })

  test('an account has fifty at most: the oldest ends with one more, and of nobody else', async () => {
    const [stranger, oldest] = [await signIn('other'), await signIn('owner')]
    later(1)
    const second = await signIn('owner')
    for (let index = 2; index < 50; index += 1) {
      later(1)
      await signIn('owner')
    }
    expect([await isGood(oldest), (await sessionsOf(oldest)).length]).toEqual([true, 50])
    later(1)
    const latest = await signIn('owner')
    expect(await Promise.all([oldest, second, latest, stranger].map(isGood))).toEqual([false, true, true, true])
    expect(await sessionsOf(latest)).toHaveLength(50)
  })

  test('one that was just opened stays, also by a server whose clock is behind', async () => {
    for (let index = 0; index < 50; index += 1) await signIn('owner')
    later(-60)
    const behind = await signIn('owner')
    later(60)
    expect([await isGood(behind), (await sessionsOf(behind)).length]).toEqual([true, 50])
  })

  test('nor has it more when many are opened at once, by two servers', { tags: ['database'] }, async () => {
    const other = createApp(testServer.ports)
    const body = JSON.stringify({ username: 'owner@mail.example', password: 'Welkom#2026' })
    const request = () =>
      new Request('http://portal.test/api/user/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) =>
        index % 2 ? await other.fetch(request(), {}) : await testServer.fetch(request()),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    const kept = await testServer.db.selectFrom('session').select('id').execute()
    expect(kept).toHaveLength(50)
  })

  test('the one of somebody else is not there, nor one by the id that its token proves', async () => {
    const [here, stranger] = [await signIn('owner'), await signIn('other')]
    const [theirs] = await sessionsOf(stranger)
    const ids = [theirs!.id, decodeJwt(stranger)['sid'] as string, decodeJwt(here)['sid'] as string]
    for (const id of ids)
      expect((await testServer.call('DELETE', `user/sessions/${id}`, { token: here })).status).toBe(404)
    expect([await isGood(here), await isGood(stranger)]).toEqual([true, true])
  })
})
