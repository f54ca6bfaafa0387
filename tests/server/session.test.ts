import { decodeJwt } from 'jose'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { accountByUsername } from '#server/auth/queries.ts'
import { signIn as openFirst } from '#server/auth/sign-in.ts'
import { createPseudonyms } from '#server/http/pseudonym.ts'
import { createTokens } from '#server/auth/token.ts'
import { deactivateStaff, saveStaff } from '#server/cli/user/save-staff.ts'
import { acceptOffers } from '#server/demo/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'

onEngines('sign-in with a password', (engine) => {
  const testServer = eachTestServer(engine)
  let owner = ''

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, OWNER, { first_name: 'Jan' })
    await client(testServer.db, 'a', { account_id: owner })
  })

  const signIn = (username = OWNER, password = PASSWORD) =>
    testServer.call('POST', 'user/authenticate', { body: { username, password } })
  const tokenOf = async (response: Response | Promise<Response>) =>
    (await testServer.ok<{ token: string }>(response)).token
  const sessions = () => testServer.rows('session')

  test.each([OWNER, '  Owner@MAIL.example '])('opens a new session for %j', async (username) => {
    const response = await signIn(username)
    const token = await tokenOf(response)
    expect(await testServer.read('user', token)).toEqual({
      id: owner,
      username: OWNER,
      email: OWNER,
      firstName: 'Jan',
      practiceId: null,
      roles: ['PORTAL_USER'],
      language: 'nl',
    })
    expect(decodeJwt(await tokenOf(signIn(username)))['sid']).not.toBe(decodeJwt(token)['sid'])
    const hash = expect.stringMatching(/^[\w-]{16}$/)
    const fields = { id: response.headers.get('x-request-id'), account: hash, factors: 1 }
    expect(testServer.logged).toContainEqual({ level: 'info', event: 'signed-in', fields })
  })

  test('fails in the same way for an unknown name and a wrong or missing password', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    const locked = await account(testServer.db, 'locked@mail.example')
    await client(testServer.db, 'a', { account_id: locked, locked: 1 })
    const responses = new Set<string>()
    for (const [username, password] of [
      [OWNER, 'wrong'],
      ['nobody@mail.example', PASSWORD],
      ['fresh@mail.example', PASSWORD],
      ['fresh@mail.example', 'hash of null'],
      ['locked@mail.example', 'wrong'],
      [OWNER, `${PASSWORD} `],
      ["' or 1=1--", PASSWORD],
      ['%', PASSWORD],
      ['', ''],
      [OWNER, ''],
      ['x'.repeat(254), 'x'.repeat(1000)],
    ]) {
      const response = await signIn(username, password)
      const headers = [...response.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name))
      const body = { ...((await response.json()) as Problem), instance: '' }
      responses.add(JSON.stringify([response.status, headers, body]))
    }
    expect([...responses]).toEqual([expect.stringContaining('login-failed')])
    expect(await sessions()).toEqual([])
    expect(testServer.logged.some(({ event }) => event === 'signed-in')).toBe(false)
  })

  test('returns 403 with the name of the practice if all clients are locked', async () => {
    const id = await account(testServer.db, 'locked@mail.example')
    await client(testServer.db, 'a', { account_id: id, locked: 1 })
    const response = await signIn('locked@mail.example')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'client-locked', practice: { name: expect.any(String) } })
    expect(await sessions()).toEqual([])
    await practice(testServer.db, 'b')
    await client(testServer.db, 'b', { account_id: id })
    expect((await signIn('locked@mail.example')).status).toBe(200)
  })

  test.each<[string, (db: TestServer['db']) => Promise<unknown>, number]>([
    ['nothing changes', async () => {}, 200],
    ['the name changes', (db) => db.updateTable('account').set({ last_name: 'Jansen' }).execute(), 200],
    ['the password changes', (db) => db.updateTable('account').set({ password_hash: 'hash of x' }).execute(), 401],
    ['the client is locked', (db) => db.updateTable('client').set({ locked: 1 }).execute(), 403],
    [
      'the account is deleted',
      async (db) => {
        await db.deleteFrom('client').execute()
        await db.deleteFrom('account').execute()
      },
      401,
    ],
  ])('returns the right status if %s while the password is checked', async (_, change, expected) => {
    const checking = Promise.withResolvers<void>()
    const resume = Promise.withResolvers<void>()
    vi.spyOn(testServer.ports.passwords, 'verify').mockImplementationOnce(async (password, hash) => {
      checking.resolve()
      await resume.promise
      return hash === `hash of ${password}`
    })
    const response = signIn()
    await checking.promise
    await change(testServer.db)
    resume.resolve()
    expect((await response).status).toBe(expected)
    expect(await sessions()).toHaveLength(expected === 200 ? 1 : 0)
  })

  test('can be replaced by another proof if the account has no password', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    const { ports } = testServer
    const services = { ...ports, tokens: createTokens(ports), pseudonymOf: createPseudonyms(ports) }
    const fresh = (await accountByUsername(testServer.db, 'fresh@mail.example'))!
    const { token } = await openFirst(services, fresh, { requestId: 'an id' })
    expect(await testServer.read('user', token)).toMatchObject({ username: 'fresh@mail.example' })
  })

  test('returns the roles of staff, of owners and of both', async () => {
    const { db } = testServer
    const admin = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const none = await account(db, 'none@mail.example')
    const user = (id: string) => testServer.readAs(id, 'user')
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN'] })
    await practice(db, 'b')
    await client(db, 'a', { account_id: admin, registered: 0 })
    expect(await user(admin)).toMatchObject({ roles: ['CLINIC_ADMIN'] })
    await client(db, 'b', { account_id: admin })
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN', 'PORTAL_USER'] })
    expect(await user(none)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
  })

  test('does not let users change their own roles, practice or user name', async () => {
    const body = { language: 'en', roles: ['CLINIC_ADMIN'], practiceId: 'a', password: 'x', email: 'x@x.example' }
    expect(await testServer.ok(testServer.callAs(owner, 'PUT', 'user', body))).toMatchObject({
      language: 'en',
      roles: ['PORTAL_USER'],
      practiceId: null,
      email: OWNER,
    })
    expect((await testServer.callAs(owner, 'PUT', 'user', { language: 'fr' })).status).toBe(400)
    const neighbour = await account(testServer.db, 'other@mail.example')
    expect(await testServer.readAs(neighbour, 'user')).toMatchObject({ language: 'nl' })
  })

  test('logs neither secrets nor e-mail addresses', async () => {
    const token = await tokenOf(signIn())
    await signIn(OWNER, 'wrong')
    await testServer.call('GET', 'practice/a/clients?lastName=Geheim', { token })
    await testServer.call('POST', `password/forgot?email=${OWNER}`)
    await testServer.mails()
    const text = JSON.stringify(testServer.logged)
    expect(text).toContain('/api/practice/:practiceId/clients')
    for (const secret of [token, PASSWORD, 'owner@mail', 'Geheim', 'wrong']) expect(text).not.toContain(secret)
  })
})

onEngines('a session of an owner', (engine) => {
  const testServer = eachTestServer(engine)
  let [owner, token, admin, adminOfB, own] = ['', '', '', '', '']

  beforeEach(async () => {
    for (const id of ['a', 'b']) await practice(testServer.db, id)
    owner = await account(testServer.db, OWNER)
    own = await client(testServer.db, 'a', { account_id: owner })
    token = await testServer.signIn(owner)
    admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    adminOfB = await staff(testServer.db, 'b', 'user@b.example')
  })

  const refresh = (old = token) => outcomeOf(testServer.call('GET', 'user/refresh', { token: old }))
  const lock = (locked = true) => testServer.ok(testServer.callAs(admin, 'PUT', `clients/${own}`, { locked }))
  const remove = (uuid = own, by = admin) => testServer.ok(testServer.callAs(by, 'DELETE', `clients/${uuid}`))
  const ENDED = '401 unauthenticated'

  test('ends permanently when the only client is locked', async () => {
    expect(await refresh()).toBe('200')
    await lock()
    expect(await refresh()).toBe(ENDED)
    await lock(false)
    expect(await refresh()).toBe(ENDED)
    expect(await refresh(await testServer.signIn(owner))).toBe('200')
  })

  test('ends when the last client that is not locked is removed', async () => {
    const second = await client(testServer.db, 'b', { account_id: owner })
    await remove()
    expect(await refresh()).toBe('200')
    await testServer.db.updateTable('client').set({ locked: 1 }).where('uuid', '=', second).execute()
    expect(await refresh()).toBe('403 client-locked')
    await remove(second, adminOfB)
    expect(await refresh()).toBe(ENDED)
  })

  test('continues if the locked owner is staff elsewhere', async () => {
    const role = { practice_id: 'b', staff_role: 'CLINIC_USER' } as const
    await testServer.db.updateTable('account').set(role).where('id', '=', owner).execute()
    await lock()
    expect(await refresh()).toBe('200')
  })

  test('continues for staff when the operator changes the membership', async () => {
    const member = { username: 'user@a.example', practiceId: 'a' }
    const save = (changed: object) =>
      saveStaff(testServer.db, { ...member, roles: ['CLINIC_USER'], ...changed }, testServer.now)
    const session = await testServer.signIn((await save({})).accountId)
    await acceptOffers(testServer.db)
    for (const change of [{ roles: ['CLINIC_ADMIN'] }, { practiceId: 'b' }, { firstName: 'Anna' }]) {
      await save(change)
      expect(await refresh(session)).toBe('200')
    }
    await deactivateStaff(testServer.db, member, testServer.now)
    expect(await refresh(session)).toBe('200')
  })
})
