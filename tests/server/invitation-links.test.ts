import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PasswordInvitation } from '#contract/invitation.ts'
import { MAX_INVITATION_LINKS, createInvitationLink } from '#server/mail/password-link.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const TO = 'noor@mail.example'

onEngines('links of invitations', (engine) => {
  let testServer: TestServer
  let admins: Record<string, string>

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    admins = {}
    for (const id of ['a', 'b'])
      admins[await practice(testServer.db, id)] = await staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = async (method: string, path: string, practiceId: string, body?: unknown) =>
    await testServer.call(method, path, { token: await testServer.signIn(admins[practiceId]!), body })
  /** The token of the newest mail, an hour later than the mail before. */
  async function newest(): Promise<string> {
    await testServer.mails()
    testServer.now = new Date(testServer.now.getTime() + HOUR_MS)
    await deliverOutbox(testServer.ports)
    return new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
  }
  async function inviteStaff(practiceId: string): Promise<string> {
    const invited = { username: TO, role: 'CLINIC_USER' }
    expect((await call('POST', `practice/${practiceId}/staff`, practiceId, invited)).status).toBe(201)
    return await newest()
  }
  async function register(practiceId: string): Promise<{ uuid: string; token: string }> {
    const uuid = await client(testServer.db, practiceId, { email: TO })
    const path = `practice/${practiceId}/clients?clientUuid=${uuid}`
    expect((await call('POST', path, practiceId)).status).toBe(201)
    return { uuid, token: await newest() }
  }
  async function forgot(): Promise<string> {
    await testServer.call('POST', `password/forgot?email=${TO}`)
    return await newest()
  }
  const choose = async (token: string, newPassword = 'Welkom#2027') =>
    (await testServer.call('POST', 'password/reset', { token, body: { newPassword } })).status
  const opened = async (token: string) => {
    const response = await testServer.call('GET', 'password/invitation', { token })
    return response.status === 200 ? ((await response.json()) as PasswordInvitation) : response.status
  }
  const signedIn = async () => {
    const { id } = await testServer.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', TO)
      .executeTakeFirstOrThrow()
    return { id, token: await testServer.signIn(id) }
  }
  const offers = async () =>
    (await (await testServer.call('GET', 'user/offers', { token: (await signedIn()).token })).json()) as object[]

  test('of two practices both work, and after one the other offer waits', async () => {
    const first = await inviteStaff('a')
    const second = await inviteStaff('b')
    expect(await opened(first)).toEqual({ practiceName: 'Praktijk a', username: TO })
    expect(await opened(second)).toEqual({ practiceName: 'Praktijk b', username: TO })
    expect(await choose(first)).toBe(204)
    expect(await opened(first)).toBe(401)
    expect(await opened(second)).toEqual({ practiceName: 'Praktijk b', username: TO, hasPassword: true })
    expect(await offers()).toMatchObject([{ practiceId: 'b' }])
  })

  test('never replace a password that was chosen since', async () => {
    const first = await inviteStaff('a')
    const { token } = await register('b')
    expect(await choose(token)).toBe(204)
    expect(await choose(first, 'Andere#2027')).toBe(401)
    const body = { username: TO, password: 'Welkom#2027' }
    expect((await testServer.call('POST', 'user/authenticate', { body })).status).toBe(200)
  })

  test('used at the same moment set one password', async () => {
    const links = [await inviteStaff('a'), await inviteStaff('b')]
    const statuses = await Promise.all(links.map((token, number) => choose(token, `Welkom#202${number}`)))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 401])
    expect(await offers()).toHaveLength(1)
  })

  test('are not ended by a link that was asked for, nor end one', async () => {
    const invited = await inviteStaff('a')
    const asked = await forgot()
    const again = await inviteStaff('b')
    expect(await Promise.all([invited, asked, again].map(opened))).toMatchObject([
      { practiceName: 'Praktijk a' },
      204,
      { practiceName: 'Praktijk b' },
    ])
    expect(await choose(invited)).toBe(204)
    expect(await offers()).toHaveLength(1)
  })

  test('are replaced by the same practice only', async () => {
    const { uuid, token: first } = await register('a')
    const { token: second } = await register('b')
    expect((await call('POST', `clients/${uuid}/invitation`, 'a')).status).toBe(204)
    const again = await newest()
    expect(await Promise.all([first, second, again].map(opened))).toMatchObject([
      401,
      { practiceName: 'Praktijk b' },
      { practiceName: 'Praktijk a' },
    ])
  })

  test('that a stranger asks for keep nobody from a link of their own', async () => {
    await account(testServer.db, TO)
    const ask = () => testServer.call('POST', `password/forgot?email=${TO}`)
    const mailed = async () => (await testServer.mails()).filter(({ kind }) => kind === 'reset').length
    for (let number = 1; number <= 5; number += 1) {
      await ask()
      expect(await mailed()).toBe(Math.min(number, 3))
    }
    testServer.now = new Date(testServer.now.getTime() + HOUR_MS / 2 - 1)
    await ask()
    expect(await mailed()).toBe(3)
    testServer.now = new Date(testServer.now.getTime() + 1)
    await ask()
    expect(await mailed()).toBe(4)
    await ask()
    expect(await mailed()).toBe(4)
  })

  test('all end when the password is changed', async () => {
    const first = await inviteStaff('a')
    const second = await inviteStaff('b')
    await choose(first)
    const body = { currentPassword: 'Welkom#2027', newPassword: 'Welkom#2028', confirmPassword: 'Welkom#2028' }
    const { token } = await signedIn()
    expect((await testServer.call('POST', 'password/change', { token, body })).status).toBe(204)
    expect(await opened(second)).toBe(401)
  })

  test('of one account are limited in number, and the oldest ends first', async () => {
    const accountId = await account(testServer.db, TO, { password_hash: null })
    const tokens: string[] = []
    for (let number = 0; number <= MAX_INVITATION_LINKS; number += 1) {
      const practiceId = await practice(testServer.db, `p${number}`)
      const now = new Date(testServer.now.getTime() + number)
      const invited = { accountId, practiceId, way: 'mail', isOffer: true, now } as const
      tokens.push(await createInvitationLink(testServer.db, invited))
    }
    expect(await opened(tokens[0]!)).toBe(401)
    expect(await Promise.all(tokens.slice(1).map(opened))).not.toContain(401)
  })
})
