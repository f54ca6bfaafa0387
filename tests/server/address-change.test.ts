import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#contract/schemas/client.ts'
import type { ConfirmedLetter } from '#contract/schemas/letter.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { exportClient } from '#server/export/client.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, practice, request, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, patientLine, practiceLine, uuid } from '#harness/example-export.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const CLIENT = uuid('c', 1)
const OTHER = uuid('c', 2)
const FORMER = 'client1@mail.example'

onEngines("a client's e-mail address changed by an import", (engine) => {
  const testServer = eachTestServer(engine)
  let admin: string

  beforeEach(async () => {
    await load([practiceLine(), clientLine(1), patientLine(1, 1), clientLine(2)])
    await testServer.db.updateTable('account').set({ password_hash: 'hash of y', language: 'en' }).execute()
    await testServer.db.updateTable('client').set({ activation: 'activated' }).where('registered', '=', 1).execute()
    admin = await testServer.signIn(await staff(testServer.db, 'de-krekel', 'admin@a.example', 'CLINIC_ADMIN'))
  })

  const load = async (records: AnyRecord[], practiceId = 'de-krekel', confirmed = false) => {
    const report = await loadExport(testServer.db, checked(records), { practiceId, now: testServer.now, confirmed })
    expect(report.problems.first).toEqual([])
    return report
  }
  /** Delivers the outbox and returns the mails sent since the previous call. */
  const mails = async () => {
    const before = (await testServer.mails()).length
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).slice(before)
  }
  const mailed = async () => (await mails()).map(({ kind, to, language }) => `${kind} ${to} ${language}`).sort()
  const change = async (email: unknown, number = 1) => await load([clientLine(number, { email })])
  /** Tokens of the sent confirmation links, by e-mail address. */
  const tokens = async () =>
    Object.fromEntries(
      (await mails()).flatMap(({ kind, to, link }) =>
        kind === 'address-confirmation' ? [[to, /#confirm=(.+)$/.exec(link ?? '')?.[1] ?? '']] : [],
      ),
    )
  const tokenFor = async () => Object.values(await tokens()).at(-1) ?? ''
  const confirm = async (token: string) => {
    const response = await testServer.call('POST', 'letter/confirmation', { headers: { authorization: token } })
    const body = (await response.json()) as ConfirmedLetter & { code?: string }
    return { status: response.status, ...body }
  }
  const accountOf = async (clientId = CLIENT) =>
    (await testServer.rows('client')).find((row) => row.uuid === clientId)!.account_id!
  const usernameOf = async (clientId = CLIENT) => {
    const id = await accountOf(clientId)
    return (await testServer.rows('account')).find((row) => row.id === id)?.username
  }
  const login = async (username: string) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password: 'y' } })).status
  const accessLog = async () => {
    const rows = (await testServer.rows('audit')).filter(({ action }) => action.startsWith('email'))
    return rows.toSorted((one, other) => one.id - other.id).map(({ action }) => action)
  }
  const sheet = () => testServer.read<Client>(`clients/${CLIENT}`, admin)
  const lock = (locked: boolean) => testServer.call('PUT', `clients/${CLIENT}`, { token: admin, body: { locked } })

  test('cannot be changed through the staff API', async () => {
    const stored = async () => (await testServer.rows('client')).find((row) => row.uuid === CLIENT)
    const before = await stored()
    const body = { locked: false, email: 'other@mail.example', accountId: 'x' }
    expect((await testServer.call('PUT', `clients/${CLIENT}`, { token: admin, body })).status).toBe(200)
    expect(await stored()).toEqual(before)
    expect(await testServer.rows('address_change')).toEqual([])
  })

  test('takes effect only after confirmation, which is requested at both e-mail addresses', async () => {
    expect((await change('New@mail.example')).addressChanges).toEqual({ mailed: 1 })
    expect(await mailed()).toEqual([`address-change-asked ${FORMER} en`, 'address-confirmation new@mail.example en'])
    expect([await usernameOf(), await login(FORMER), await login('new@mail.example')]).toEqual([FORMER, 200, 401])
    expect(await sheet()).toMatchObject({
      email: 'New@mail.example',
      addressChange: { from: FORMER, to: 'new@mail.example', askedAt: testServer.now.toISOString() },
    })
    expect(await exportClient(testServer.db, CLIENT, testServer.now)).toMatchObject({
      newAddress: { address: 'new@mail.example', askedAt: testServer.now.toISOString() },
    })
    expect(await accessLog()).toEqual(['email-change-asked'])
  })

  test('moves the client to a new account after confirmation', async () => {
    const requestId = await request(testServer.db, { clientId: CLIENT, accountId: await accountOf() })
    await change('new@mail.example')
    const session = await testServer.signIn(await accountOf())
    const { token, ...confirmed } = await confirm(await tokenFor())
    expect(confirmed).toEqual({ status: 200, username: 'new@mail.example', practiceName: 'Kliniek de-krekel' })
    expect([await usernameOf(), await login(FORMER)]).toEqual(['new@mail.example', 401])
    expect((await testServer.call('GET', `clients/${CLIENT}/patients`, { token: session })).status).toBe(401)
    expect(await mailed()).toEqual([])
    expect((await testServer.mails()).at(-1)).toMatchObject({ kind: 'address-changed', to: FORMER, language: 'en' })
    const body = { newPassword: 'Welkom#2027' }
    const reset = await testServer.call('POST', 'password/reset', { headers: { authorization: token! }, body })
    expect(reset.status).toBe(204)
    const own = await testServer.signIn(await accountOf())
    expect((await testServer.call('GET', `clients/${CLIENT}/requests/${requestId}`, { token: own })).status).toBe(200)
    expect(await accessLog()).toEqual(['email-change-asked', 'email-changed'])
    expect(await sheet()).not.toHaveProperty('addressChange')
  })

  test('sends no second confirmation mail for the same e-mail address', async () => {
    await change('new@mail.example')
    const token = await tokenFor()
    expect((await change('NEW@mail.example')).addressChanges).toEqual({ mailed: 0 })
    expect([await mailed(), await accessLog()]).toEqual([[], ['email-change-asked']])
    expect((await confirm(token)).status).toBe(200)
    await mails()
    expect((await change('new@mail.example')).addressChanges).toEqual({ mailed: 0 })
    expect([await mailed(), await usernameOf()]).toEqual([[], 'new@mail.example'])
  })

  test.each([
    ['the former address', FORMER],
    ['the former address in capitals', FORMER.toUpperCase()],
    ['no address', undefined],
    ['an empty address', ''],
  ])('cancels the pending confirmation if a later import has %s', async (_, email) => {
    await change('new@mail.example')
    const token = await tokenFor()
    await change(email)
    expect(await confirm(token)).toMatchObject({ status: 422, code: 'letter-invalid' })
    expect([await usernameOf(), await login(FORMER)]).toEqual([FORMER, 200])
    expect(await accessLog()).toEqual(['email-change-asked', 'email-change-ended'])
    expect(await sheet()).not.toHaveProperty('addressChange')
    // A queued confirmation mail is dropped as well.
    await mails()
    await change('new@mail.example')
    await change(email)
    expect(await mailed()).toEqual([])
  })

  test('accepts only the latest confirmation link', async () => {
    await change('new@mail.example')
    const token = await tokenFor()
    await change('third@mail.example')
    const latter = await tokenFor()
    expect((await confirm(token)).status).toBe(422)
    expect(await confirm(latter)).toMatchObject({ status: 200, username: 'third@mail.example' })
  })

  test('lets two clients swap e-mail addresses after both confirm', { tags: ['database'] }, async () => {
    await load([clientLine(1, { email: 'client2@mail.example' }), clientLine(2, { email: FORMER })])
    const sent = await tokens()
    const second = 'client2@mail.example'
    expect(await confirm(sent[second]!)).toMatchObject({ status: 200, username: second })
    expect([await usernameOf(), await usernameOf(OTHER)]).toEqual([second, second])
    expect(await confirm(sent[FORMER]!)).toMatchObject({ status: 200, username: FORMER })
    expect([await usernameOf(), await usernameOf(OTHER)]).toEqual([second, FORMER])
  })

  test('moves only this client to an existing account with that e-mail address', async () => {
    await practice(testServer.db, 'b')
    const known = await account(testServer.db, 'known@mail.example')
    const clientAtB = await client(testServer.db, 'b', { account_id: await accountOf() })
    await change('known@mail.example')
    expect(await confirm(await tokenFor())).toEqual({
      status: 200,
      practiceName: 'Kliniek de-krekel',
      username: 'known@mail.example',
    })
    expect(await accountOf()).toBe(known)
    expect([await usernameOf(clientAtB), await login(FORMER)]).toEqual([FORMER, 200])
  })

  test('can be confirmed once within 14 days, even by concurrent calls', async () => {
    await change('new@mail.example')
    const token = await tokenFor()
    testServer.advance(14 * DAY_MS)
    expect((await confirm(token)).status).toBe(422)
    testServer.advance(-DAY_MS)
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422])
    expect((await confirm('')).status).toBe(422)
  })

  describe('when the client is locked', () => {
    test('is confirmed by a mail sent once the client is unlocked', async () => {
      await lock(true)
      await change('new@mail.example')
      expect([await mailed(), (await sheet()).addressChange?.to]).toEqual([[], 'new@mail.example'])
      await lock(false)
      const sent = await testServer.mails()
      expect(sent.at(-1)).toMatchObject({ kind: 'address-confirmation', to: 'new@mail.example' })
    })

    test('rejects the confirmation link', async () => {
      await change('new@mail.example')
      const token = await tokenFor()
      await lock(true)
      expect((await confirm(token)).status).toBe(422)
      expect(await usernameOf()).toBe(FORMER)
    })
  })

  test('needs no confirmation for an unregistered client', async () => {
    expect((await testServer.call('DELETE', `clients/${CLIENT}`, { token: admin })).status).toBe(204)
    expect((await change('new@mail.example')).addressChanges).toEqual({ mailed: 0 })
    expect(await mailed()).toEqual([])
  })

  test.each(['removing', 'erasing'])('rejects the confirmation link after %s the client', async (how) => {
    await change('new@mail.example')
    const token = await tokenFor()
    if (how === 'removing') await testServer.call('DELETE', `clients/${CLIENT}`, { token: admin })
    else await eraseClient(testServer.db, testServer.ports.files, { clientId: CLIENT, now: testServer.now })
    expect((await confirm(token)).status).toBe(422)
    expect(await testServer.rows('address_change')).toEqual([])
    const newAccounts = (await testServer.rows('account')).filter(({ username }) => username.includes('new'))
    expect(newAccounts).toHaveLength(how === 'erasing' ? 0 : 1)
  })

  test('lets staff resend the confirmation mail, at most once an hour', async () => {
    await change('new@mail.example')
    const former = await tokenFor()
    const again = () => testServer.call('POST', `clients/${CLIENT}/invitation`, { token: admin })
    testServer.advance(2 * 3_600_000)
    admin = await testServer.signIn(await staff(testServer.db, 'de-krekel', 'user@a.example'))
    expect((await again()).status).toBe(204)
    expect((await testServer.mails()).at(-1)).toMatchObject({ kind: 'address-confirmation', to: 'new@mail.example' })
    expect((await confirm(former)).status).toBe(422)
    expect((await again()).status).toBe(409)
  })

  test('requires a confirmed import if many clients change', async () => {
    const many = (domain: string) =>
      Array.from({ length: 250 }, (_, index) => clientLine(index + 1, { email: `${index}@${domain}` }))
    await load(many('old.example'), 'de-krekel', true)
    const changeCount = async () =>
      (await testServer.db.selectFrom('address_change').select('client_uuid').execute()).length
    const rejected = await load(many('new.example'))
    const large = [{ kind: 'client', what: 'readdressed', count: 250, of: 250 }]
    expect(rejected).toMatchObject({ loaded: false, large })
    expect(await changeCount()).toBe(2)
    expect((await load(many('new.example'), 'de-krekel', true)).addressChanges).toEqual({ mailed: 250 })
    expect(await changeCount()).toBe(250)
    expect(await load(many('new.example'))).toMatchObject({ loaded: true, large: [], addressChanges: { mailed: 0 } })
  })
})
