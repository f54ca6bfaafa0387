import { beforeEach, describe, expect, test } from 'vitest'
import { account, client, invoice, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'

onEngines('rate limit of', (engine) => {
  const testServer = eachTestServer(engine, { limits: { documentsPerMinute: 5 } })
  let [owner, clientId] = ['', '']

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, OWNER)
    clientId = await client(testServer.db, 'a', { account_id: owner })
  })

  const later = (seconds: number) => testServer.advance(seconds * 1000)
  /** Status of a response, followed by the seconds to wait, if any. */
  const seen = async (response: Promise<Response>) => {
    const { status, headers } = await response
    return [status, headers.get('retry-after')].filter((part) => part !== null).join(' ')
  }
  const limitOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  const times = async (count: number, expected: string, call: (index: number) => Promise<Response>) => {
    for (let index = 0; index < count; index += 1) expect(await seen(call(index))).toBe(expected)
  }

  describe('password checks in a session', () => {
    const change = (token: string, currentPassword: string, newPassword = 'Nieuw#2026') =>
      testServer.call('POST', 'password/change', { token, body: { currentPassword, newPassword } })
    const signIn = (password: string) =>
      testServer.call('POST', 'user/authenticate', { body: { username: OWNER, password } })

    test('delays only a session with five wrong passwords', async () => {
      const [token, other] = [await testServer.signIn(owner), await testServer.signIn(owner)]
      await times(5, '422', () => change(token, 'guess'))
      expect(await seen(change(token, PASSWORD))).toBe('429 1')
      later(1)
      expect(await seen(change(token, 'guess'))).toBe('422')
      expect(await seen(change(token, PASSWORD))).toBe('429 2')
      expect(await seen(change(other, PASSWORD))).toBe('204')
    })

    test('is reset by the right password', async () => {
      const token = await testServer.signIn(owner)
      await times(4, '422', () => change(token, 'guess'))
      expect(await seen(change(token, PASSWORD))).toBe('204')
      await times(4, '422', () => change(token, 'guess'))
      expect(await seen(change(token, 'Nieuw#2026', 'Ander#2026'))).toBe('204')
    })

    test('is separate from the limit of sign-ins', async () => {
      const token = await testServer.signIn(owner)
      await times(5, '422', () => change(token, 'guess'))
      expect(await seen(signIn(PASSWORD))).toBe('200')
      await times(5, '401', () => signIn('guess'))
      expect((await signIn(PASSWORD)).status).toBe(429)
      later(1)
      expect(await seen(change(token, PASSWORD))).toBe('204')
    })
  })

  describe('password links', () => {
    const forgot = (email: string, address?: string) =>
      testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`, address ? { address } : {})
    const linkFor = async (email: string) => {
      await forgot(email)
      return new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
    }

    test('allows three mails an hour per e-mail address, without revealing the limit', async () => {
      await account(testServer.db, 'two@mail.example')
      for (let index = 0; index < 5; index += 1) {
        const response = await forgot(index % 2 ? OWNER : ' Owner@MAIL.example')
        expect([response.status, await response.text()]).toEqual([204, ''])
        // Requests before the first mail is sent are merged into one mail, so the test waits for delivery.
        await testServer.mails()
      }
      expect(await testServer.mails()).toHaveLength(3)
      await forgot('two@mail.example')
      expect((await testServer.mails()).at(-1)?.to).toBe('two@mail.example')
      later(3600)
      await forgot(OWNER)
      expect(await testServer.mails()).toHaveLength(5)
    })

    test('allows twenty requests an hour per IP address', async () => {
      await times(20, '204', (index) => forgot(`user${index}@mail.example`, '192.0.2.1'))
      expect(await seen(forgot(OWNER, '192.0.2.1'))).toBe('429 3600')
      expect(await testServer.mails()).toEqual([])
      expect(await seen(forgot(OWNER, '192.0.2.2'))).toBe('204')
      expect(await testServer.mails()).toHaveLength(1)
      later(3600)
      expect(await seen(forgot(OWNER, '192.0.2.1'))).toBe('204')
    })

    test('allows twenty new passwords an hour per account', async () => {
      const reset = (token: string, newPassword: string) =>
        testServer.call('POST', 'password/reset', { token, body: { newPassword } })
      await account(testServer.db, 'two@mail.example')
      const [first, other] = [await linkFor(OWNER), await linkFor('two@mail.example')]
      await times(30, '400', () => reset(first, 'weak'))
      await times(30, '401', () => reset('no link', 'Nieuw#2026'))
      await times(20, '422', () => reset(first, PASSWORD))
      expect(await seen(reset(first, 'Nieuw#2026'))).toBe('429 3600')
      expect(await seen(reset(await linkFor(OWNER), 'Nieuw#2026'))).toBe('429 3600')
      expect(await seen(reset(other, 'Nieuw#2026'))).toBe('204')
      later(3600)
      expect(await seen(reset(await linkFor(OWNER), 'Nieuw#2026'))).toBe('204')
    })
  })

  /** Makes calls up to the limit, after which the first of two callers must wait and the second need not. */
  async function expectLimit(
    count: number,
    seconds: number,
    call: (caller: 0 | 1) => Promise<Response>,
    accepted = '200',
  ) {
    await times(count, accepted, () => call(0))
    expect(await seen(call(0))).toBe(`429 ${seconds}`)
    expect(await seen(call(1))).toBe(accepted)
    later(seconds)
    expect(await seen(call(0))).toBe(accepted)
  }
  const members = () => Promise.all(['one@a.example', 'two@a.example'].map((name) => staff(testServer.db, 'a', name)))

  test('invitation look-ups is 120 an hour per IP address', async () => {
    const look = (address: string) => testServer.call('GET', 'password/invitation', { token: 'no link', address })
    await expectLimit(120, 3600, (caller) => look(`192.0.2.${caller}`), '401')
  })

  test('upload URLs is sixty an hour per account', async () => {
    const ids = await members()
    const headers = { 'content-type': 'image/png' }
    const request = async (id: string) =>
      testServer.call('GET', 'practice/a/logoUploadUrl', { token: await testServer.signIn(id), headers })
    await expectLimit(60, 3600, (caller) => request(ids[caller]!))
  })

  test('documents counts all URLs of an account together', async () => {
    const ids = await members()
    const path = `clients/${clientId}/invoices/${await invoice(testServer.db, clientId)}/file`
    const open = async (id: string) =>
      testServer.fetch(new Request((await testServer.readAs<{ url: string }>(id, path)).url))
    await expectLimit(5, 60, (caller) => open(ids[caller]!))
  })

  test('session refreshes is sixty a minute, without a database write', async () => {
    const [token, other] = [await testServer.signIn(owner), await testServer.signIn(owner)]
    const refresh = (by: string) => testServer.call('GET', 'user/refresh', { token: by })
    later(1)
    await times(60, '200', () => refresh(token))
    later(59)
    const refused = await refresh(token)
    expect(await seen(Promise.resolve(refused))).toBe('429 1')
    expect(limitOf(refused)).toEqual(['"default";q=60;w=60', '"default";r=0;t=1'])
    expect(await seen(refresh(other))).toBe('200')
    expect(await testServer.rows('attempt')).toEqual([])
    later(1)
    expect(limitOf(await refresh(token))).toEqual(['"default";q=60;w=60', '"default";r=59;t=60'])
  })
})
