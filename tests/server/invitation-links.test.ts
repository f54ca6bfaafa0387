import { beforeEach, expect, test } from 'vitest'
import type { PasswordInvitation } from '#contract/schemas/session.ts'
import { MAX_INVITATION_LINKS, createInvitationLink } from '#server/mail/password-link.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const TO = 'noor@mail.example'
const INVALID = '401 reset-token-invalid'

onEngines('invitation links', (engine) => {
  const testServer = eachTestServer(engine)
  let admins: Record<string, string>

  beforeEach(async () => {
    admins = {}
    for (const id of ['a', 'b'])
      admins[await practice(testServer.db, id)] = await staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  })

  const call = (method: string, path: string, practiceId: string, body?: unknown) =>
    testServer.ok(testServer.callAs(admins[practiceId]!, method, path, body))
  /** Token of the newest mail, which goes out an hour after the previous one. */
  async function newest(): Promise<string> {
    await testServer.mails()
    testServer.advance(HOUR_MS)
    await deliverOutbox(testServer.ports)
    return new URL((await testServer.mails()).at(-1)!.link!).searchParams.get('token')!
  }
  async function inviteStaff(practiceId: string): Promise<string> {
    await call('POST', `practice/${practiceId}/staff`, practiceId, { username: TO, role: 'CLINIC_USER' })
    return await newest()
  }
  async function register(practiceId: string, names = {}): Promise<{ uuid: string; token: string }> {
    const uuid = await client(testServer.db, practiceId, { first_name: null, call_name: null, ...names, email: TO })
    await call('POST', `practice/${practiceId}/clients?clientUuid=${uuid}`, practiceId)
    return { uuid, token: await newest() }
  }
  const request = () => testServer.call('POST', `password/forgot?email=${TO}`)
  const choose = (token: string, newPassword = 'Welkom#2027') =>
    outcomeOf(testServer.call('POST', 'password/reset', { token, body: { newPassword } }))
  const opened = async (token: string) => {
    const response = await testServer.call('GET', 'password/invitation', { token })
    return response.status === 200 ? ((await response.json()) as PasswordInvitation) : await outcomeOf(response)
  }
  const owner = async () => (await rowsOf(testServer.db, 'account', ['id'], { username: TO }))[0]!.id
  const offers = async () => await testServer.readAs<object[]>(await owner(), 'user/offers')

  test('of two practices are both valid', async () => {
    const [first, second] = [await inviteStaff('a'), await inviteStaff('b')]
    expect(await opened(first)).toEqual({ practiceName: 'Praktijk a', username: TO })
    expect(await opened(second)).toEqual({ practiceName: 'Praktijk b', username: TO })
    expect([await choose(first), await opened(first)]).toEqual(['204', INVALID])
    expect(await opened(second)).toEqual({ practiceName: 'Praktijk b', username: TO, hasPassword: true })
    expect(await offers()).toMatchObject([{ practiceId: 'b' }])
  })

  test('show the look of the practice, and the first name only to an address in its records', async () => {
    const look = { logo_url: '/files/logo.png', colour: '#2f6b3c' }
    await testServer.db.updateTable('practice').set(look).where('id', '=', 'a').execute()
    const names = { first_name: 'Anneke', last_name: 'Bos' }
    const { uuid, token } = await register('a', names)
    const mail = (await testServer.mails()).at(-1)!
    expect(mail).toMatchObject({ firstName: 'Anneke', practiceColour: '#2f6b3c' })
    expect(JSON.stringify(mail)).not.toContain('Bos')
    const shown = { practiceName: 'Praktijk a', username: TO, logoUrl: '/files/logo.png', colour: '#2f6b3c' }
    expect(await opened(token)).toEqual({ ...shown, firstName: 'Anneke' })
    const change = (to: object) => testServer.db.updateTable('client').set(to).where('uuid', '=', uuid).execute()
    for (const other of [
      { email: 'typed@mail.example' },
      { email: TO, first_name: 'A.B.' },
      { company_name: 'Bos bv' },
    ]) {
      await change({ ...names, ...other })
      expect(await opened(token)).toEqual(shown)
    }
    expect(await opened('none')).toBe(INVALID)
  })

  test('do not replace a password that was set later', async () => {
    const first = await inviteStaff('a')
    const { token } = await register('b')
    expect([await choose(token), await choose(first, 'Andere#2027')]).toEqual(['204', INVALID])
    const body = { username: TO, password: 'Welkom#2027' }
    expect(await outcomeOf(testServer.call('POST', 'user/authenticate', { body }))).toBe('200')
  })

  test('set one password if used concurrently', async () => {
    const links = [await inviteStaff('a'), await inviteStaff('b')]
    const outcomes = await Promise.all(links.map((token, number) => choose(token, `Welkom#202${number}`)))
    expect(outcomes.toSorted()).toEqual(['204', INVALID])
    expect(await offers()).toHaveLength(1)
  })

  test('remain valid when a reset link is requested', async () => {
    const invited = await inviteStaff('a')
    await request()
    const resetLink = await newest()
    const again = await inviteStaff('b')
    expect(await Promise.all([invited, resetLink, again].map(opened))).toMatchObject([
      { practiceName: 'Praktijk a' },
      '204',
      { practiceName: 'Praktijk b' },
    ])
    expect(await choose(invited)).toBe('204')
    expect(await offers()).toHaveLength(1)
  })

  test('are invalidated only by a newer link of the same practice', async () => {
    const { uuid, token: first } = await register('a')
    const { token: second } = await register('b')
    await call('POST', `clients/${uuid}/invitation`, 'a')
    expect(await Promise.all([first, second, await newest()].map(opened))).toMatchObject([
      INVALID,
      { practiceName: 'Praktijk b' },
      { practiceName: 'Praktijk a' },
    ])
  })

  test('can be requested three times in half an hour', async () => {
    await account(testServer.db, TO)
    const requestAndCount = async () => {
      await request()
      return (await testServer.mails()).filter(({ kind }) => kind === 'reset').length
    }
    for (const mails of [1, 2, 3, 3, 3]) expect(await requestAndCount()).toBe(mails)
    testServer.advance(HOUR_MS / 2 - 1)
    expect(await requestAndCount()).toBe(3)
    testServer.advance(1)
    expect([await requestAndCount(), await requestAndCount()]).toEqual([4, 4])
  })

  test('are all invalidated by a password change', async () => {
    const [first, second] = [await inviteStaff('a'), await inviteStaff('b')]
    await choose(first)
    const body = { currentPassword: 'Welkom#2027', newPassword: 'Welkom#2028', confirmPassword: 'Welkom#2028' }
    expect(await outcomeOf(testServer.callAs(await owner(), 'POST', 'password/change', body))).toBe('204')
    expect(await opened(second)).toBe(INVALID)
  })

  test('are limited per account by invalidating the oldest', async () => {
    const accountId = await account(testServer.db, TO, { password_hash: null })
    const tokens: string[] = []
    for (let number = 0; number <= MAX_INVITATION_LINKS; number += 1) {
      const practiceId = await practice(testServer.db, `p${number}`)
      const now = new Date(testServer.now.getTime() + number)
      const invited = { accountId, practiceId, way: 'mail', isOffer: true, now } as const
      tokens.push(await createInvitationLink(testServer.db, invited))
    }
    expect(await opened(tokens[0]!)).toBe(INVALID)
    expect(await Promise.all(tokens.slice(1).map(opened))).not.toContain(INVALID)
  })
})
