import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveStaff } from '#server/cli/user/save-staff.ts'
import { hosts } from '#server/db/migrations/0055-hosts.ts'
import { usernames } from '#server/db/migrations/0011-usernames.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, practiceLine, staffLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const ONE = 'jos\u00E9@mail.example'
const TWO = 'Jose\u0301@mail.example'
const PASSWORD = 'Welkom#2026'

onEngines('a user name is one however its letters are put together', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'de-krekel')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const names = async () => {
    const rows = await testServer.db.selectFrom('account').select('username').orderBy('username').execute()
    return rows.map(({ username }) => username)
  }
  const load = (...records: AnyRecord[]) =>
    loadExport(testServer.db, checked(records), { practiceId: 'de-krekel', now: testServer.now })
  const signIn = async (username: string) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password: PASSWORD } })).status

  test('signing in, and asking for a link', async () => {
    await account(testServer.db, ONE)
    expect([await signIn(ONE), await signIn(TWO), await signIn('jose@mail.example')]).toEqual([200, 200, 401])
    for (const email of [ONE, TWO, 'jose@mail.example']) {
      await testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`)
      // Two that are asked for before one is sent are one mail.
      await testServer.mails()
    }
    expect((await testServer.mails()).map(({ to }) => to)).toEqual([ONE, ONE])
  })

  test('failures of both are counted together', async () => {
    await account(testServer.db, ONE)
    for (let index = 0; index < 5; index += 1)
      await testServer.call('POST', 'user/authenticate', { body: { username: TWO, password: 'x' } })
    expect(await signIn(ONE)).toBe(429)
  })

  test('registering', async () => {
    const token = await testServer.signIn(await staff(testServer.db, 'de-krekel', 'staff@a.example'))
    await account(testServer.db, ONE)
    const uuid = await client(testServer.db, 'de-krekel', { email: TWO })
    const answer = await testServer.call('POST', `practice/de-krekel/clients?clientUuid=${uuid}`, { token })
    expect(answer.status).toBe(201)
    expect(await names()).toEqual([ONE, 'staff@a.example'])
  })

  test('importing, once and again, which corrects no address', async () => {
    const records = (email: string) => [practiceLine(), clientLine(1, { email }), staffLine(`vet.${email}`)]
    expect(await load(...records(TWO))).toMatchObject({ loaded: true })
    const both = [ONE, `vet.${ONE}`]
    expect(await names()).toEqual(both)
    expect(await load(...records(ONE))).toMatchObject({ loaded: true, corrected: { asked: 0 } })
    expect(await names()).toEqual(both)
    // Two lines of one user: the last one counts.
    expect(await load(practiceLine(), staffLine(ONE), staffLine(TWO))).toMatchObject({ loaded: true })
    expect((await names()).filter((name) => name.normalize('NFC').toLowerCase() === ONE)).toEqual([ONE])
  })

  test('making a member of staff', async () => {
    const make = (username: string) =>
      saveStaff(testServer.db, { username, practiceId: 'de-krekel', roles: ['CLINIC_USER'] }, testServer.now)
    expect((await make(TWO)).accountId).toBe((await make(ONE)).accountId)
    expect(await names()).toEqual([ONE])
  })

  test('those of before are put right, but for one that another account has', async () => {
    const canonical = 'ren\u00E9@mail.example'
    const before = ['owner@mail.example', canonical, 'rene\u0301@mail.example', TWO.toLowerCase()]
    for (const username of before) await account(testServer.db, username)
    await usernames(engine).up(testServer.db)
    expect(await names()).toEqual([ONE, 'owner@mail.example', 'rene\u0301@mail.example', canonical].toSorted())
  })
})

const WRITTEN = 'info@b\u00fccher.example'
const ENCODED = 'info@xn--bcher-kva.example'

onEngines('a user name whose host has letters beyond ASCII', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'de-krekel')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const names = async (table: 'account' | 'exported_staff') => {
    const rows = await testServer.db.selectFrom(table).select('username').orderBy('username').execute()
    return rows.map(({ username }) => username)
  }
  const signIn = async (username: string) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password: PASSWORD } })).status

  test.each([
    WRITTEN,
    ENCODED,
    'INFO@B\u00dcCHER.EXAMPLE',
    'info@bu\u0308cher.example.',
    'info@b\u00fccher\uff0eexample',
    '\ufeffin\u200bfo@b\u00fccher.example\u200e ',
  ])('signs in and resets the password as %j', async (typed) => {
    await account(testServer.db, ENCODED)
    expect([await signIn(typed), await signIn('info@bucher.example')]).toEqual([200, 401])
    await testServer.call('POST', `password/forgot?email=${encodeURIComponent(typed)}`)
    expect((await testServer.mails()).map(({ to }) => to)).toEqual([ENCODED])
  })

  test('is registered and imported in one form', async () => {
    const token = await testServer.signIn(await staff(testServer.db, 'de-krekel', 'staff@a.example'))
    const uuid = await client(testServer.db, 'de-krekel', { email: WRITTEN })
    const answer = await testServer.call('POST', `practice/de-krekel/clients?clientUuid=${uuid}`, { token })
    expect(answer.status).toBe(201)
    const records = checked([practiceLine(), staffLine(ENCODED), staffLine('vet@B\u00dcCHER.example')])
    await loadExport(testServer.db, records, { practiceId: 'de-krekel', now: testServer.now })
    expect(await names('account')).toEqual([ENCODED, 'staff@a.example', 'vet@xn--bcher-kva.example'])
  })

  test('is encoded where a server of before has stored it, unless another account has that name', async () => {
    for (const username of [WRITTEN, 'a@m\u00fcnchen.example', 'a@xn--mnchen-3ya.example', 'jos\u00e9@mail.example'])
      await account(testServer.db, username)
    await hosts(engine).up(testServer.db)
    expect(new Set(await names('account'))).toEqual(
      new Set([ENCODED, 'a@m\u00fcnchen.example', 'a@xn--mnchen-3ya.example', 'jos\u00e9@mail.example']),
    )
  })
})
