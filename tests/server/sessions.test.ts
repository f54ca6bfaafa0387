import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import type { UserSession } from '#contract/schemas/session.ts'
import { createApp } from '#server/app.ts'
import { account, client, practice } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0'
const PASSWORD = 'Welkom#2026'

onEngines('sessions of an account', (engine) => {
  // Each of many concurrent sign-ins counts as a failure until its password has been verified.
  const testServer = eachTestServer(engine, { limits: { loginFailures: 1000 } })

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    for (const name of ['owner', 'other'])
      await client(testServer.db, 'a', { account_id: await account(testServer.db, `${name}@mail.example`) })
  })

  async function signIn(name = 'owner', userAgent?: string): Promise<string> {
    const body = { username: `${name}@mail.example`, password: PASSWORD }
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent }
    return (await testServer.ok<{ token: string }>(testServer.call('POST', 'user/authenticate', { body, headers })))
      .token
  }
  const later = (seconds: number) => testServer.advance(seconds * 1000)
  const sessionsOf = (token: string) => testServer.read<UserSession[]>('user/sessions', token)
  const end = async (path: string, token: string) => (await testServer.call('DELETE', path, { token })).status
  const areValid = (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await testServer.call('GET', 'user', { token })).status === 200))

  test('are listed with device and time, under ids that no token contains', async () => {
    const first = await signIn('owner', FIREFOX)
    later(60)
    const second = await signIn('owner', 'something else')
    const sessions = await sessionsOf(second)
    const id = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(sessions).toEqual([
      { id, signedInAt: '2026-06-15T10:01:00.000Z', current: true },
      { id, signedInAt: '2026-06-15T10:00:00.000Z', current: false, browser: 'Firefox', system: 'Windows' },
    ])
    expect(sessions[0]!.id).not.toBe(sessions[1]!.id)
    for (const token of [first, second]) expect(JSON.stringify(sessions)).not.toContain(decodeJwt(token)['sid'])
  })

  test('can be ended individually, or all except the current one', async () => {
    const [here, there, elsewhere] = [await signIn(), await signIn('owner', FIREFOX), await signIn()]
    const stranger = await signIn('other')
    const { id } = (await sessionsOf(here)).find(({ browser }) => browser === 'Firefox')!
    expect(await end(`user/sessions/${id}`, here)).toBe(204)
    expect(await areValid(here, there, elsewhere)).toEqual([true, false, true])
    expect(await end(`user/sessions/${id}`, here)).toBe(404)
    expect(await end('user/sessions', here)).toBe(204)
    expect(await areValid(here, elsewhere, stranger)).toEqual([true, false, true])
    expect(await sessionsOf(here)).toHaveLength(1)
  })

  test('end by signing out, together with refreshed tokens', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const { token: renewed } = await testServer.read<{ token: string }>('user/refresh', here)
    expect(await end('user/session', here)).toBe(204)
    expect(await areValid(here, renewed, there)).toEqual([false, false, true])
    for (const token of [here, renewed])
      expect((await testServer.call('GET', 'user/refresh', { token })).status).toBe(401)
  })

  test('are limited to fifty by ending the oldest', async () => {
    const [stranger, oldest] = [await signIn('other'), await signIn()]
    later(1)
    const second = await signIn()
    for (let index = 2; index < 50; index += 1) {
      later(1)
      await signIn()
    }
    expect([await areValid(oldest), (await sessionsOf(oldest)).length]).toEqual([[true], 50])
    later(1)
    const latest = await signIn()
    expect(await areValid(oldest, second, latest, stranger)).toEqual([false, true, true, true])
    expect(await sessionsOf(latest)).toHaveLength(50)
    // A new session is kept, even if the server's clock is behind.
    later(-60)
    const behind = await signIn()
    later(60)
    expect([await areValid(behind), (await sessionsOf(behind)).length]).toEqual([[true], 50])
  })

  test('are limited to fifty even if two servers open many concurrently', { tags: ['database'] }, async () => {
    const other = createApp(testServer.ports)
    const request = () =>
      new Request('http://portal.test/api/user/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'owner@mail.example', password: PASSWORD }),
      })
    const responses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) =>
        index % 2 ? await other.fetch(request(), {}) : await testServer.fetch(request()),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(await testServer.rows('session')).toHaveLength(50)
  })

  test('cannot be ended by another account', async () => {
    const [here, stranger] = [await signIn(), await signIn('other')]
    const [theirs] = await sessionsOf(stranger)
    for (const id of [theirs!.id, decodeJwt(stranger)['sid'], decodeJwt(here)['sid']])
      expect(await end(`user/sessions/${String(id)}`, here)).toBe(404)
    expect(await areValid(here, stranger)).toEqual([true, true])
  })
})
