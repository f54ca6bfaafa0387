import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#contract/schemas/client.ts'
import type { OwnPractice } from '#contract/schemas/practice.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import type { Mail } from '#server/ports.ts'
import { account, client, practice, reminder, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const ADDRESS = 'paar@mail.example'
/** A Monday in the past. Reminders use the earlier of the server's clock and the database's real clock. */
const START = new Date('2025-01-06T08:00:00.000Z')

onEngines('clients of a practice with the same e-mail address', (engine) => {
  const testServer = eachTestServer(engine)
  let [admin, an, bo] = ['', '', '']

  beforeEach(async () => {
    testServer.now = START
    const { db } = testServer
    await practice(db, 'a', { name: 'De Waag', reminder_mails: 1 })
    await practice(db, 'b', { name: 'De Berk' })
    admin = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    bo = await client(db, 'a', { email: 'Paar@Mail.example', first_name: 'Bo', last_name: 'Paar', city: 'Delft' })
    an = await client(db, 'a', { email: ADDRESS, first_name: 'An', last_name: 'Paar' })
  })

  const call = (method: string, path: string, body?: unknown, token = admin) =>
    testServer.call(method, path, { token, ...(body !== undefined && { body }) })
  const register = async (uuid: string) => (await call('POST', `practice/a/clients?clientUuid=${uuid}`)).status
  const registerBoth = async () => expect([await register(an), await register(bo)]).toEqual([201, 201])
  const rowOf = (uuid: string) =>
    testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const accountIds = async () =>
    (await testServer.rows('account')).filter(({ username }) => username === ADDRESS).map(({ id }) => id)
  const owner = async () => {
    const [id = ''] = await accountIds()
    await testServer.db.updateTable('account').set({ password_hash: 'hash of y' }).where('id', '=', id).execute()
    return await testServer.signIn(id)
  }
  const lock = (uuid: string) => testServer.ok(call('PUT', `clients/${uuid}`, { locked: true }))
  /** First name of the returned client, or the status and problem code. */
  const ownClient = async (token: string, chosen?: string) => {
    const query = chosen === undefined ? '' : `&clientUuid=${chosen}`
    const response = await call('GET', `user/client?practiceId=a${query}`, undefined, token)
    const body = (await response.json()) as Partial<Client> & { code?: string }
    return body.firstName ?? `${response.status} ${body.code}`
  }
  const practices = (token: string) => testServer.read<OwnPractice[]>('user/practices', token)
  const statusOf = async (token: string, path: string) => (await testServer.call('GET', path, { token })).status
  const signIn = async () =>
    (await testServer.call('POST', 'user/authenticate', { body: { username: ADDRESS, password: 'y' } })).status
  const undo = async () => {
    const [removal] = await testServer.rows('removal')
    return await testServer.ok(call('POST', `practice/a/removals/${removal!.id}/undo`))
  }

  test('get one account and one invitation', async () => {
    await registerBoth()
    expect(await accountIds()).toHaveLength(1)
    expect((await rowOf(an)).account_id).toBe((await rowOf(bo)).account_id)
    expect(await testServer.mails()).toMatchObject([{ kind: 'activation', to: ADDRESS }])
  })

  test('are selected by clientUuid, by default the first by name', async () => {
    await registerBoth()
    const clientAtB = await client(testServer.db, 'b', { account_id: (await rowOf(an)).account_id })
    const foreign = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'x@mail.example') })
    const unregistered = await client(testServer.db, 'a', { email: ADDRESS })
    const token = await owner()
    expect([await ownClient(token), await ownClient(token, bo), await ownClient(token, an.toUpperCase())]).toEqual([
      'An',
      'Bo',
      'An',
    ])
    expect(await statusOf(token, `clients/${bo}/patients`)).toBe(200)
    for (const uuid of [clientAtB, foreign, unregistered, crypto.randomUUID()])
      expect(await ownClient(token, uuid)).toBe('404 not-found')
    for (const text of ['', 'abc']) expect(await ownClient(token, text)).toBe('400 invalid-parameter')
  })

  test('are listed with their practice', async () => {
    await registerBoth()
    await client(testServer.db, 'b', { account_id: (await rowOf(an)).account_id })
    const [berk, waag, ...more] = await practices(await owner())
    expect(more).toEqual([])
    expect(berk).toMatchObject({ id: 'b' })
    expect(berk).not.toHaveProperty('clients')
    expect(waag!.clients!.map(({ uuid, firstName, city, locked }) => [uuid, firstName, city, locked])).toEqual([
      [an, 'An', undefined, false],
      [bo, 'Bo', 'Delft', false],
    ])
  })

  test('are locked individually', async () => {
    await registerBoth()
    const token = await owner()
    await lock(an)
    expect([await ownClient(token), await ownClient(token, an)]).toEqual(['Bo', '403 client-locked'])
    expect([await statusOf(token, `clients/${an}/patients`), await statusOf(token, 'practice/a')]).toEqual([403, 200])
    expect((await practices(token))[0]!.clients!.map(({ locked }) => locked)).toEqual([true, false])
    expect(await signIn()).toBe(200)
    await lock(bo)
    expect([await signIn(), await statusOf(token, 'user')]).toEqual([403, 401])
  })

  test('are removed individually, without removing the account of the other', async () => {
    await registerBoth()
    const token = await owner()
    await testServer.ok(call('DELETE', `clients/${an}`))
    expect([await ownClient(token), await ownClient(token, an)]).toEqual(['Bo', '404 not-found'])
    expect(await undo()).toMatchObject({ restored: 1, otherAccount: 0 })
    expect([await ownClient(token), await ownClient(token, bo)]).toEqual(['An', 'Bo'])
  })

  test('are removed together with the account, which can be undone', async () => {
    await registerBoth()
    await owner()
    await testServer.ok(call('DELETE', 'practice/a/clients'))
    expect(await accountIds()).toEqual([])
    expect(await undo()).toMatchObject({ restored: 2, otherAccount: 0 })
    expect([await accountIds(), await signIn()]).toEqual([[(await rowOf(an)).account_id], 200])
    expect((await rowOf(bo)).account_id).toBe((await rowOf(an)).account_id)
  })

  test('are erased individually, without erasing the account of the other', async () => {
    await registerBoth()
    const token = await owner()
    const erased = await eraseClient(testServer.db, testServer.ports.files, { clientId: an, now: testServer.now })
    expect(erased?.addresses).toEqual([])
    expect([await ownClient(token), await signIn()]).toEqual(['Bo', 200])
  })

  test('are activated individually', async () => {
    await registerBoth()
    await testServer.mails()
    await ownClient(await owner(), bo)
    const activations = async () => [(await rowOf(an)).activation, (await rowOf(bo)).activation]
    expect(await activations()).toEqual(['invited', 'activated'])
    testServer.ports.mail.send = async () => {
      throw new Error('down')
    }
    await testServer.ok(call('DELETE', `clients/${bo}`))
    await testServer.db.deleteFrom('address_mail').execute()
    expect(await register(bo)).toBe(201)
    await testServer.mails()
    testServer.advance(80 * 3_600_000)
    await deliverOutbox(testServer.ports)
    expect(await activations()).toEqual(['failed', 'failed'])
  })

  test('are listed for staff on the page of each client', async () => {
    const others = async (uuid: string) => (await testServer.read<Client>(`clients/${uuid}`, admin)).sameAccount
    expect(await others(bo)).toBeUndefined()
    await register(an)
    expect([await others(an), await others(bo)]).toEqual([undefined, [{ uuid: an, name: 'An Paar' }]])
    await register(bo)
    await client(testServer.db, 'b', { account_id: (await rowOf(an)).account_id, first_name: 'Elsewhere' })
    expect(await others(an)).toEqual([{ uuid: bo, name: 'Bo Paar' }])
    expect(await others(bo)).toEqual([{ uuid: an, name: 'An Paar' }])
    expect(await testServer.read(`clients/${an}`, await owner())).not.toHaveProperty('sameAccount')
  })

  test('get separate weekly mails with separate unsubscribe links', async () => {
    const sent: Mail[] = []
    testServer.ports.mail.send = async (mail) => void sent.push(mail)
    await registerBoth()
    await testServer.mails()
    const token = await owner()
    for (const [clientId, patientName] of [
      [an, 'Mies'],
      [bo, 'Rex'],
    ] as const) {
      const record = { uuid: crypto.randomUUID(), date: '2025-01-10', active: true, description: 'x', patientName }
      await reminder(testServer.db, clientId, { uuid: record.uuid, date: record.date, data: JSON.stringify(record) })
      await testServer.ok(call('PUT', `clients/${clientId}/reminder-mails`, { subscribed: true }, token))
    }
    sent.length = 0
    testServer.advance(7 * 86_400_000)
    await queueDueReminders(testServer.ports)
    await deliverOutbox(testServer.ports)
    const animals = sent.map(({ clientName, digest }) => [clientName, digest?.reminders.map(({ animal }) => animal)])
    expect(animals).toHaveLength(2)
    expect(Object.fromEntries(animals)).toEqual({ 'An Paar': ['Mies'], 'Bo Paar': ['Rex'] })
    const { digest } = sent.find(({ clientName }) => clientName === 'Bo Paar')!
    const { pathname } = new URL(digest!.unsubscribeUrl)
    await testServer.fetch(new Request(`http://portal.test${pathname}`, { method: 'POST' }))
    expect(await testServer.rows('reminder_subscription')).toMatchObject([{ client_uuid: an }])
  })

  test('get one account and one invitation from an export, even if loaded again', async () => {
    const records = [
      practiceLine(),
      clientLine(1, { email: ADDRESS }),
      clientLine(2, { email: 'PAAR@mail.example' }),
      clientLine(3, { email: 'Paar@mail.example', registered: false }),
    ]
    const load = (more: object = {}) =>
      loadExport(testServer.db, checked(records), { practiceId: 'de-krekel', now: START, ...more })
    expect(await load({ invited: 'staff-and-owners' })).toMatchObject({ loaded: true, unregistered: { noAddress: 0 } })
    const rows = (await testServer.rows('client')).filter(({ practice_id }) => practice_id === 'de-krekel')
    const [id] = await accountIds()
    const accounts = rows.map(({ uuid, account_id }) => [uuid.slice(-1), account_id])
    expect(Object.fromEntries(accounts)).toEqual({ 1: id, 2: id, 3: null })
    expect(await testServer.rows('outbox')).toMatchObject([{ kind: 'activation' }])
    expect((await load()).changes?.client).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
  })

  test('get one account if registered concurrently', { tags: ['database'] }, async () => {
    const more = await Promise.all(Array.from({ length: 8 }, () => client(testServer.db, 'a', { email: ADDRESS })))
    expect(await Promise.all([an, bo, ...more].map(register))).toEqual(Array(10).fill(201))
    expect(await accountIds()).toHaveLength(1)
  })
})
