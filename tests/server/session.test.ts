import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { accountByUsername } from '#server/auth/queries.ts'
import { signIn as openFirst } from '#server/auth/sign-in.ts'
import { createPseudonyms } from '#server/http/pseudonym.ts'
import { createTokens } from '#server/auth/token.ts'
import { deactivateStaff, saveStaff } from '#server/cli/user/save-staff.ts'
import { acceptOffers } from '#server/demo/accept-offers.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'

onEngines('signing in', (engine) => {
  let testServer: TestServer
  let owner: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, 'owner@mail.example', { first_name: 'Jan' })
    await client(testServer.db, 'a', { account_id: owner })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const signIn = (username: string, password: string) =>
    testServer.call('POST', 'user/authenticate', { body: { username, password } })
  const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token

  describe('S-053 with the right password', () => {
    test.each(['owner@mail.example', '  Owner@MAIL.example '])('%j is let in', async (username) => {
      const answer = await signIn(username, PASSWORD)
      expect(answer.status).toBe(200)
      const token = await tokenOf(answer)
      const user = await testServer.call('GET', 'user', { token })
      expect(await user.json()).toEqual({
        id: owner,
        username: 'owner@mail.example',
        email: 'owner@mail.example',
        firstName: 'Jan',
        practiceId: null,
        roles: ['PORTAL_USER'],
        language: 'nl',
      })
      expect(decodeJwt(await tokenOf(await signIn(username, PASSWORD)))['sid']).not.toBe(decodeJwt(token)['sid'])
      expect(testServer.logged).toContainEqual({
        level: 'info',
        event: 'signed-in',
        fields: { id: answer.headers.get('x-request-id'), account: expect.stringMatching(/^[\w-]{16}$/) },
      })
    })
  })

  test('S-054 every failure is the same, and opens no session', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    const locked = await account(testServer.db, 'locked@mail.example')
    await client(testServer.db, 'a', { account_id: locked, locked: 1 })
    const tries = [
      ['owner@mail.example', 'wrong'],
      ['nobody@mail.example', PASSWORD],
      ['fresh@mail.example', PASSWORD],
      ['fresh@mail.example', 'hash of null'],
      ['locked@mail.example', 'wrong'],
      ['owner@mail.example', `${PASSWORD} `],
      ["' or 1=1--", PASSWORD],
      ['%', PASSWORD],
      ['', ''],
      ['owner@mail.example', ''],
    ] as const
    const answers = new Set<string>()
    for (const [username, password] of tries) {
      const answer = await signIn(username, password)
      const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name))
      const body = { ...((await answer.json()) as Problem), instance: '' }
      answers.add(JSON.stringify([answer.status, headers, body]))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('login-failed')
    expect(await testServer.db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(testServer.logged.some(({ event }) => event === 'signed-in')).toBe(false)
  })

  test.each([
    ['a name of more than 254', 'x'.repeat(255), PASSWORD, '#/username', 'tooLong'],
    ['a name with NUL', 'owner@mail.example\0', PASSWORD, '#/username', 'invalidText'],
    ['a password of more than 1000', 'owner@mail.example', 'x'.repeat(1001), '#/password', 'tooLong'],
  ])('%s is not looked for', async (_, username, password, pointer, flag) => {
    const answer = await signIn(username, password)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors).toEqual([{ pointer, code: flag }])
  })

  test('as long as they may be they are a failure like any other, and a megabyte is too large', async () => {
    expect((await signIn('x'.repeat(254), 'x'.repeat(1000))).status).toBe(401)
    expect((await signIn('owner@mail.example', 'x'.repeat(1_000_000))).status).toBe(413)
  })

  test('S-071 who has only locked clients is told so, with the right password', async () => {
    const id = await account(testServer.db, 'locked@mail.example')
    await client(testServer.db, 'a', { account_id: id, locked: 1 })
    const answer = await signIn('locked@mail.example', PASSWORD)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'client-locked', practice: { name: expect.any(String) } })
    expect(await testServer.db.selectFrom('session').selectAll().execute()).toEqual([])
    await practice(testServer.db, 'b')
    await client(testServer.db, 'b', { account_id: id })
    expect((await signIn('locked@mail.example', PASSWORD)).status).toBe(200)
  })

  describe('of a sign-in while the account changes', () => {
    let checking: PromiseWithResolvers<void>
    let goOn: PromiseWithResolvers<void>

    beforeEach(() => {
      checking = Promise.withResolvers()
      goOn = Promise.withResolvers()
      vi.spyOn(testServer.ports.passwords, 'verify').mockImplementationOnce(async (password, hash) => {
        checking.resolve()
        await goOn.promise
        return hash === `hash of ${password}`
      })
    })

    test.each<[string, (db: TestServer['db']) => Promise<unknown>, number]>([
      ['nothing', async () => {}, 200],
      ['the name', (db) => db.updateTable('account').set({ last_name: 'Jansen' }).execute(), 200],
      ['the password', (db) => db.updateTable('account').set({ password_hash: 'hash of x' }).execute(), 401],
      ['the lock of the client', (db) => db.updateTable('client').set({ locked: 1 }).execute(), 403],
      [
        'that it is there',
        async (db) => {
          await db.deleteFrom('client').execute()
          await db.deleteFrom('account').execute()
        },
        401,
      ],
    ])('%s', async (_, change, expected) => {
      const answer = signIn('owner@mail.example', PASSWORD)
      await checking.promise
      await change(testServer.db)
      goOn.resolve()
      expect((await answer).status).toBe(expected)
      const sessions = await testServer.db.selectFrom('session').selectAll().execute()
      expect(sessions).toHaveLength(expected === 200 ? 1 : 0)
    })
  })

  test('nobody signs in with a password that was never set, but by another way', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    expect((await signIn('fresh@mail.example', PASSWORD)).status).toBe(401)
    const { ports } = testServer
    const services = { ...ports, tokens: createTokens(ports), pseudonymOf: createPseudonyms(ports) }
    const { token } = await openFirst(services, (await accountByUsername(testServer.db, 'fresh@mail.example'))!, {
      requestId: 'an id',
    })
    expect((await testServer.call('GET', 'user', { token })).status).toBe(200)
  })

  test('roles: staff, staff who is also an owner, owner without a client', async () => {
    const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const none = await account(testServer.db, 'none@mail.example')
    const user = async (id: string) =>
      (await (await testServer.call('GET', 'user', { token: await testServer.signIn(id) })).json()) as object
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN'] })
    await practice(testServer.db, 'b')
    await client(testServer.db, 'a', { account_id: admin, registered: 0 })
    expect(await user(admin)).toMatchObject({ roles: ['CLINIC_ADMIN'] })
    await client(testServer.db, 'b', { account_id: admin })
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN', 'PORTAL_USER'] })
    expect(await user(none)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
  })

  test('S-145 of a user only the language changes', async () => {
    const token = await testServer.signIn(owner)
    const body = { language: 'en', roles: ['CLINIC_ADMIN'], practiceId: 'a', password: 'x', email: 'x@x.example' }
    const answer = await testServer.call('PUT', 'user', { token, body })
    expect(await answer.json()).toMatchObject({
      language: 'en',
      roles: ['PORTAL_USER'],
      practiceId: null,
      email: 'owner@mail.example',
    })
    expect((await testServer.call('PUT', 'user', { token, body: { language: 'fr' } })).status).toBe(400)
    const neighbour = await account(testServer.db, 'other@mail.example')
    await testServer.call('PUT', 'user', { token, body })
    const user = await testServer.call('GET', 'user', { token: await testServer.signIn(neighbour) })
    expect(await user.json()).toMatchObject({ language: 'nl' })
  })

  test('S-092 no secret and no address is logged', async () => {
    const token = await tokenOf(await signIn('owner@mail.example', PASSWORD))
    await signIn('owner@mail.example', 'wrong')
    await testServer.call('GET', 'practice/a/clients?lastName=Geheim', { token })
    await testServer.call('POST', 'password/forgot?email=owner@mail.example')
    await testServer.mails()
    const text = JSON.stringify(testServer.logged)
    expect(text).toContain('/api/practice/:practiceId/clients')
    for (const secret of [token, PASSWORD, 'owner@mail', 'Geheim', 'wrong']) expect(text).not.toContain(secret)
  })
})

onEngines('S-086 what ends a session', (engine) => {
  let testServer: TestServer
  let owner: string
  let token: string
  let admin: string
  let own: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    owner = await account(testServer.db, 'owner@mail.example')
    own = await client(testServer.db, 'a', { account_id: owner })
    token = await testServer.signIn(owner)
    admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const refresh = async (old = token) => (await testServer.call('GET', 'user/refresh', { token: old })).status
  const setLocked = (locked: boolean) => testServer.call('PUT', `clients/${own}`, { token: admin, body: { locked } })

  test('a lock of the only client; opening it again does not bring the session back', async () => {
    expect(await refresh()).toBe(200)
    expect((await setLocked(true)).status).toBe(200)
    expect(await refresh()).toBe(401)
    expect((await setLocked(false)).status).toBe(200)
    expect(await refresh()).toBe(401)
    expect(await refresh(await testServer.signIn(owner))).toBe(200)
  })

  test('a lock of both clients, not of one of them', async () => {
    const second = await client(testServer.db, 'b', { account_id: owner })
    await setLocked(true)
    expect(await refresh()).toBe(200)
    const other = await testServer.signIn(await staff(testServer.db, 'b', 'user@b.example'))
    await testServer.call('PUT', `clients/${second}`, { token: other, body: { locked: true } })
    expect(await refresh()).toBe(401)
  })

  test('the removal of the only client, not of one of two; with only a locked one left nothing is renewed', async () => {
    const second = await client(testServer.db, 'b', { account_id: owner })
    await testServer.call('DELETE', `clients/${own}`, { token: admin })
    expect(await refresh()).toBe(200)
    await testServer.db.updateTable('client').set({ locked: 1 }).where('uuid', '=', second).execute()
    const answer = await testServer.call('GET', 'user/refresh', { token })
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([403, 'client-locked'])
    const other = await testServer.signIn(await staff(testServer.db, 'b', 'user@b.example'))
    await testServer.call('DELETE', `clients/${second}`, { token: other })
    expect(await refresh()).toBe(401)
  })

  test('a lock does not concern staff who are an owner as well', async () => {
    await testServer.db
      .updateTable('account')
      .set({ practice_id: 'b', staff_role: 'CLINIC_USER' })
      .where('id', '=', owner)
      .execute()
    await setLocked(true)
    expect(await refresh()).toBe(200)
  })

  test('no practice by what it says of its staff', async () => {
    const save = (changed: object) =>
      saveStaff(
        testServer.db,
        { username: 'user@a.example', practiceId: 'a', roles: ['CLINIC_USER'], ...changed },
        testServer.now,
      )
    const { accountId } = await save({})
    const session = await testServer.signIn(accountId)
    await acceptOffers(testServer.db)
    await staff(testServer.db, 'a', 'other-admin@a.example', 'CLINIC_ADMIN')
    for (const change of [{ roles: ['CLINIC_ADMIN'] }, { practiceId: 'b' }, { firstName: 'Anna' }]) {
      await save(change)
      expect(await refresh(session)).toBe(200)
    }
    await deactivateStaff(testServer.db, { username: 'user@a.example', practiceId: 'a' }, testServer.now)
    expect(await refresh(session)).toBe(200)
  })
})
