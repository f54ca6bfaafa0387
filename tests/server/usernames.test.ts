import { beforeEach, expect, test } from 'vitest'
import { saveStaff } from '#server/cli/user/save-staff.ts'
import { hosts } from '#server/db/migrations/0055-hosts.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, practiceLine, staffLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

/** The same user name in two Unicode normal forms. */
const COMPOSED = 'jos\u00E9@mail.example'
const DECOMPOSED = 'Jose\u0301@mail.example'
/** The same user name with its host in Unicode and in Punycode. */
const WRITTEN = 'info@b\u00fccher.example'
const ENCODED = 'info@xn--bcher-kva.example'

onEngines('user names', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(() => practice(testServer.db, 'de-krekel'))

  const names = async () => (await testServer.rows('account')).map(({ username }) => username).toSorted()
  const load = (...records: AnyRecord[]) =>
    loadExport(testServer.db, checked(records), { practiceId: 'de-krekel', now: testServer.now })
  const signIn = async (username: string, password = 'Welkom#2026') =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password } })).status
  const forgot = async (email: string) => {
    await testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`)
    // Requests before the first mail is sent are merged into one mail, so the test waits for delivery.
    await testServer.mails()
  }
  const register = async (email: string) => {
    const member = await staff(testServer.db, 'de-krekel', 'staff@a.example')
    const uuid = await client(testServer.db, 'de-krekel', { email })
    await testServer.ok(testServer.callAs(member, 'POST', `practice/de-krekel/clients?clientUuid=${uuid}`))
  }

  test('are equal in every Unicode form for sign-in and password links', async () => {
    await account(testServer.db, COMPOSED)
    const others = [COMPOSED, DECOMPOSED, 'jose@mail.example']
    const statuses: number[] = []
    for (const username of others) statuses.push(await signIn(username))
    expect(statuses).toEqual([200, 200, 401])
    for (const email of others) await forgot(email)
    expect((await testServer.mails()).map(({ to }) => to)).toEqual([COMPOSED, COMPOSED])
    for (let index = 0; index < 5; index += 1) await signIn(DECOMPOSED, 'x')
    expect(await signIn(COMPOSED)).toBe(429)
  })

  test('are equal in every Unicode form for registering clients and adding staff', async () => {
    await account(testServer.db, COMPOSED)
    await register(DECOMPOSED)
    const make = (username: string) =>
      saveStaff(testServer.db, { username, practiceId: 'de-krekel', roles: ['CLINIC_USER'] }, testServer.now)
    expect((await make(DECOMPOSED)).accountId).toBe((await make(COMPOSED)).accountId)
    expect(await names()).toEqual([COMPOSED, 'staff@a.example'])
  })

  test('are equal in every Unicode form in exports', async () => {
    const records = (email: string) => [practiceLine(), clientLine(1, { email }), staffLine(`vet.${email}`)]
    const both = [COMPOSED, `vet.${COMPOSED}`]
    expect(await load(...records(DECOMPOSED))).toMatchObject({ loaded: true })
    expect(await names()).toEqual(both)
    expect(await load(...records(COMPOSED))).toMatchObject({ loaded: true, addressChanges: { mailed: 0 } })
    expect(await names()).toEqual(both)
    expect(await load(practiceLine(), staffLine(COMPOSED), staffLine(DECOMPOSED))).toMatchObject({ loaded: true })
    expect((await names()).filter((name) => name.normalize('NFC').toLowerCase() === COMPOSED)).toEqual([COMPOSED])
  })

  test.each([
    WRITTEN,
    ENCODED,
    'INFO@B\u00dcCHER.EXAMPLE',
    'info@bu\u0308cher.example.',
    'info@b\u00fccher\uff0eexample',
    '\ufeffin\u200bfo@b\u00fccher.example\u200e ',
  ])('have one encoding of the host for sign-in and password links: %j', async (typed) => {
    await account(testServer.db, ENCODED)
    expect([await signIn(typed), await signIn('info@bucher.example')]).toEqual([200, 401])
    await forgot(typed)
    expect((await testServer.mails()).map(({ to }) => to)).toEqual([ENCODED])
  })

  test('have one encoding of the host for registrations and exports', async () => {
    await register(WRITTEN)
    await load(practiceLine(), staffLine(ENCODED), staffLine('vet@B\u00dcCHER.example'))
    expect(await names()).toEqual([ENCODED, 'staff@a.example', 'vet@xn--bcher-kva.example'])
  })

  test('get an encoded host by the migration unless another account has that name', async () => {
    const unchanged = ['a@m\u00fcnchen.example', 'a@xn--mnchen-3ya.example', COMPOSED]
    for (const username of [WRITTEN, ...unchanged]) await account(testServer.db, username)
    await hosts(engine).up(testServer.db)
    expect(await names()).toEqual([ENCODED, ...unchanged].toSorted())
  })
})
