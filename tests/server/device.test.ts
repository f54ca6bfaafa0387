import { beforeEach, expect, test } from 'vitest'
import { account, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'

onEngines('a known browser (device cookie)', (engine) => {
  const testServer = eachTestServer(engine)

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await account(testServer.db, OWNER)
  })

  interface From {
    cookie?: string | undefined
    address?: string
  }
  const signIn = (username: string, password: string, { cookie, ...from }: From = {}) =>
    testServer.call('POST', 'user/authenticate', {
      body: { username, password },
      ...(cookie !== undefined && { headers: { cookie } }),
      ...from,
    })
  const status = async (username: string, password: string, from?: From) =>
    (await signIn(username, password, from)).status
  const fail = async (username = OWNER, from?: From) => {
    for (let index = 0; index < 5; index += 1) await signIn(username, `guess ${index}`, from)
  }
  const later = (seconds: number) => testServer.advance(seconds * 1000)
  const deviceOf = (response: Response) =>
    response.headers.getSetCookie().find((cookie) => cookie.startsWith('PORTAL-DEVICE='))
  const device = async (username: string, cookie?: string) =>
    deviceOf(await signIn(username, PASSWORD, { cookie }))!.split(';')[0]!

  test('is not delayed by failed sign-ins of other devices or from the same IP address', async () => {
    const cookie = await device(OWNER)
    await fail()
    for (let index = 0; index < 50; index += 1) await signIn(`u${index}@mail.example`, 'x', { address: '192.0.2.1' })
    expect(await status(OWNER, PASSWORD, { address: '192.0.2.1' })).toBe(429)
    expect(await status(OWNER, PASSWORD, { address: '192.0.2.1', cookie })).toBe(200)
    expect(await status(OWNER, PASSWORD)).toBe(429)
  })

  test('is delayed by failed sign-ins of its own', async () => {
    const [cookie, other] = [await device(OWNER), await device(OWNER)]
    await fail(OWNER, { cookie })
    expect(await status(OWNER, PASSWORD, { cookie })).toBe(429)
    expect(await status(OWNER, PASSWORD, { cookie: other })).toBe(200)
    expect(await status(OWNER, PASSWORD)).toBe(200)
    later(1)
    expect(await status(OWNER, PASSWORD, { cookie })).toBe(200)
  })

  test('is recognised only for accounts that signed in with that browser', async () => {
    await account(testServer.db, 'two@mail.example')
    await account(testServer.db, 'three@mail.example')
    const owners = await device(OWNER)
    const shared = await device('two@mail.example', owners)
    for (const username of [OWNER, 'two@mail.example', 'three@mail.example']) await fail(username)
    expect(await status('two@mail.example', PASSWORD, { cookie: owners })).toBe(429)
    expect(await status('three@mail.example', PASSWORD, { cookie: shared })).toBe(429)
    expect(await status(OWNER, PASSWORD, { cookie: shared })).toBe(200)
    expect(await status('two@mail.example', PASSWORD, { cookie: shared })).toBe(200)
  })

  test('is not recognised by a forged or expired cookie', async () => {
    const cookie = await device(OWNER)
    await fail()
    const [random, day, signature] = cookie.slice('PORTAL-DEVICE='.length).split('.')
    for (const forged of [
      '',
      'x',
      '~~~',
      '%E0%A4%A',
      `${random}.${day}`,
      `${random}.${Number(day) + 1}.${signature}`,
      `${random!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${day}.${signature}`,
      `${random}.${day}.${'A'.repeat(43)}`,
    ]) {
      expect(await status(OWNER, PASSWORD, { cookie: `PORTAL-DEVICE=${forged}` })).toBe(429)
    }
    const planted = `PORTAL-DEVICE=${random}.${day}.${'A'.repeat(43)}; ${cookie}`
    expect(await status(OWNER, PASSWORD, { cookie: planted })).toBe(200)
    later(180 * 24 * 3600)
    await fail()
    expect(await status(OWNER, PASSWORD, { cookie })).toBe(429)
  })

  test('has an HttpOnly, SameSite=Strict cookie, which is Secure over https', async () => {
    expect(deviceOf(await signIn(OWNER, 'x'))).toBeUndefined()
    const attributes = deviceOf(await signIn(OWNER, PASSWORD))!
      .split('; ')
      .slice(1)
      .sort()
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/api/user/authenticate', 'SameSite=Strict'])
    await testServer.reopen({ settings: { https: true } })
    await account(testServer.db, OWNER)
    expect(deviceOf(await signIn(OWNER, PASSWORD))).toContain('; Secure')
  })

  test('is not recognised after only a password reset', async () => {
    await fail()
    await testServer.call('POST', `password/forgot?email=${OWNER}`)
    const token = new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    const response = await testServer.call('POST', 'password/reset', { token, body: { newPassword: 'Nieuw#2026' } })
    expect([response.status, deviceOf(response)]).toEqual([204, undefined])
    const signedIn = await signIn(OWNER, 'Nieuw#2026')
    expect(signedIn.status).toBe(200)
    await fail()
    expect(await status(OWNER, 'Nieuw#2026')).toBe(429)
    const [cookie] = deviceOf(signedIn)!.split(';')
    expect(await status(OWNER, 'Nieuw#2026', { cookie })).toBe(200)
  })

  test('is not recognised by a session that must still set up a second factor', async () => {
    await staff(testServer.db, 'a', 'staff@a.example')
    expect(deviceOf(await signIn('staff@a.example', PASSWORD))).toBeDefined()
    await testServer.db.updateTable('practice').set({ second_factor: 1 }).execute()
    const response = await signIn('staff@a.example', PASSWORD)
    expect([await response.json(), deviceOf(response)]).toEqual([
      { token: expect.any(String) as string, secondFactor: 'set-up' },
      undefined,
    ])
  })
})
