import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#contract/schemas/client.ts'
import type { OwnPractice } from '#contract/schemas/practice.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import type { Mail } from '#server/ports.ts'
import { account, client, practice, reminder, staff } from '#harness/builders.ts'
import { checked, clientLine, practiceLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const ADDRESS = 'paar@mail.example'
/** A Monday in the past: the database's clock, which limits the server's, is the real one. */
const START = new Date('2025-01-06T08:00:00.000Z')

onEngines('several clients of a practice with one e-mail address', (engine) => {
  let testServer: TestServer
  let admin: string
  let an: string
  let bo: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    const { db } = testServer
    await practice(db, 'a', { name: 'De Waag', reminder_mails: 1 })
    await practice(db, 'b', { name: 'De Berk' })
    admin = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    bo = await client(db, 'a', { email: 'Paar@Mail.example', first_name: 'Bo', last_name: 'Paar', city: 'Delft' })
    an = await client(db, 'a', { email: ADDRESS, first_name: 'An', last_name: 'Paar' })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const register = async (uuid: string) =>
    (await testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token: admin })).status
  const registerBoth = async () => expect([await register(an), await register(bo)]).toEqual([201, 201])
  const rowOf = (uuid: string) =>
    testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const accountIds = async () =>
    (await testServer.db.selectFrom('account').select('id').where('username', '=', ADDRESS).execute()).map(
      ({ id }) => id,
    )
  const owner = async () => {
    const [id = ''] = await accountIds()
    await testServer.db.updateTable('account').set({ password_hash: 'hash of y' }).where('id', '=', id).execute()
    return await testServer.signIn(id)
  }
  const lock = (uuid: string) => testServer.call('PUT', `clients/${uuid}`, { token: admin, body: { locked: true } })
  const ownClient = async (token: string, query = '') => {
    const answer = await testServer.call('GET', `user/client?practiceId=a${query}`, { token })
    const body = (await answer.json()) as Partial<Client> & { code?: string }
    return body.firstName ?? `${answer.status} ${body.code}`
  }
  const practices = async (token: string) =>
    (await (await testServer.call('GET', 'user/practices', { token })).json()) as OwnPractice[]
  const statusOf = async (token: string, path: string) => (await testServer.call('GET', path, { token })).status
  const signIn = async () =>
    (await testServer.call('POST', 'user/authenticate', { body: { username: ADDRESS, password: 'y' } })).status

  test('are both registered with one account, and one invitation waits for it', async () => {
    await registerBoth()
    expect(await accountIds()).toHaveLength(1)
    expect((await rowOf(an)).account_id).toBe((await rowOf(bo)).account_id)
    const mails = await testServer.mails()
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['activation', ADDRESS]])
  })

  test('are chosen by clientUuid; without a choice the first by name is answered', async () => {
    await registerBoth()
    const token = await owner()
    const choices = ['', `&clientUuid=${bo}`, `&clientUuid=${an.toUpperCase()}`]
    const answers = []
    for (const choice of choices) answers.push(await ownClient(token, choice))
    expect(answers).toEqual(['An', 'Bo', 'An'])
    expect(await statusOf(token, `clients/${bo}/patients`)).toBe(200)
  })

  test('a choice of a foreign, unknown or malformed client is refused', async () => {
    await registerBoth()
    const elsewhere = await client(testServer.db, 'b', { account_id: (await rowOf(an)).account_id })
    const foreign = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'x@mail.example') })
    const unregistered = await client(testServer.db, 'a', { email: ADDRESS })
    const token = await owner()
    for (const uuid of [elsewhere, foreign, unregistered, crypto.randomUUID()])
      expect(await ownClient(token, `&clientUuid=${uuid}`)).toBe('404 not-found')
    for (const text of ['', 'abc']) expect(await ownClient(token, `&clientUuid=${text}`)).toBe('400 invalid-parameter')
  })

  test('are listed once with their practice, and one client alone is not listed', async () => {
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

  test('a lock concerns one client; signing in is refused when all are locked', async () => {
    await registerBoth()
    const token = await owner()
    await lock(an)
    expect([await ownClient(token), await ownClient(token, `&clientUuid=${an}`)]).toEqual(['Bo', '403 client-locked'])
    expect([await statusOf(token, `clients/${an}/patients`), await statusOf(token, 'practice/a')]).toEqual([403, 200])
    expect((await practices(token))[0]!.clients!.map(({ locked }) => locked)).toEqual([true, false])
    expect(await signIn()).toBe(200)
    await lock(bo)
    expect([await signIn(), await statusOf(token, 'user')]).toEqual([403, 401])
  })

  test('removing one leaves the account to the other, and can be undone', async () => {
    await registerBoth()
    const token = await owner()
    expect((await testServer.call('DELETE', `clients/${an}`, { token: admin })).status).toBe(204)
    expect([await ownClient(token), await ownClient(token, `&clientUuid=${an}`)]).toEqual(['Bo', '404 not-found'])
    const { id } = await testServer.db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
    const undone = await testServer.call('POST', `practice/a/removals/${id}/undo`, { token: admin })
    expect(await undone.json()).toMatchObject({ restored: 1, otherAccount: 0 })
    expect([await ownClient(token), await ownClient(token, `&clientUuid=${bo}`)]).toEqual(['An', 'Bo'])
  })

  test('removing all deletes the account once, and undoing it restores both', async () => {
    await registerBoth()
    await owner()
    expect((await testServer.call('DELETE', 'practice/a/clients', { token: admin })).status).toBe(204)
    expect(await accountIds()).toEqual([])
    const { id } = await testServer.db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
    const undone = await testServer.call('POST', `practice/a/removals/${id}/undo`, { token: admin })
    expect(await undone.json()).toMatchObject({ restored: 2, otherAccount: 0 })
    expect([await accountIds(), await signIn()]).toEqual([[(await rowOf(an)).account_id], 200])
    expect((await rowOf(bo)).account_id).toBe((await rowOf(an)).account_id)
  })

  test('erasing one leaves the other with its account', async () => {
    await registerBoth()
    const token = await owner()
    const erased = await eraseClient(testServer.db, testServer.ports.files, { clientId: an, now: testServer.now })
    expect(erased?.addresses).toEqual([])
    expect([await ownClient(token), await signIn()]).toEqual(['Bo', 200])
  })

  test('each is opened by itself, and an invitation that was given up failed for both', async () => {
    const mailer = testServer.ports.mail
    await registerBoth()
    await testServer.mails()
    const token = await owner()
    await ownClient(token, `&clientUuid=${bo}`)
    expect([(await rowOf(an)).activation, (await rowOf(bo)).activation]).toEqual(['invited', 'activated'])
    mailer.send = async () => {
      throw new Error('down')
    }
    expect((await testServer.call('DELETE', `clients/${bo}`, { token: admin })).status).toBe(204)
    await testServer.db.deleteFrom('address_mail').execute()
    expect(await register(bo)).toBe(201)
    await testServer.mails()
    testServer.now = new Date(START.getTime() + 80 * 3_600_000)
    await deliverOutbox(testServer.ports)
    expect([(await rowOf(an)).activation, (await rowOf(bo)).activation]).toEqual(['failed', 'failed'])
  })

  test('staff see who else has the account, before registering and after it', async () => {
    const seen = async (uuid: string) => {
      const answer = await testServer.call('GET', `clients/${uuid}`, { token: admin })
      return ((await answer.json()) as Client).sameAccount
    }
    expect(await seen(bo)).toBeUndefined()
    await register(an)
    expect([await seen(an), await seen(bo)]).toEqual([undefined, [{ uuid: an, name: 'An Paar' }]])
    await register(bo)
    await client(testServer.db, 'b', { account_id: (await rowOf(an)).account_id, first_name: 'Elsewhere' })
    expect([await seen(an), await seen(bo)]).toEqual([[{ uuid: bo, name: 'Bo Paar' }], [{ uuid: an, name: 'An Paar' }]])
    const own = await testServer.call('GET', `clients/${an}`, { token: await owner() })
    expect(await own.json()).not.toHaveProperty('sameAccount')
  })

  test('each has its own weekly mail, which names the client and lists its reminders only', async () => {
    const sent: Mail[] = []
    testServer.ports.mail.send = async (mail) => void sent.push(mail)
    await registerBoth()
    await testServer.mails()
    const token = await owner()
    const due = async (clientId: string, patientName: string) => {
      const record = { uuid: crypto.randomUUID(), date: '2025-01-10', active: true, description: 'x', patientName }
      await reminder(testServer.db, clientId, { uuid: record.uuid, date: record.date, data: JSON.stringify(record) })
    }
    await due(an, 'Mies')
    await due(bo, 'Rex')
    for (const uuid of [an, bo])
      await testServer.call('PUT', `clients/${uuid}/reminder-mails`, { token, body: { subscribed: true } })
    sent.length = 0
    testServer.now = new Date(START.getTime() + 7 * 86_400_000)
    await queueDueReminders(testServer.ports)
    await deliverOutbox(testServer.ports)
    const animals = sent.map(({ clientName, digest }) => [clientName, digest?.reminders.map(({ animal }) => animal)])
    expect(animals).toHaveLength(2)
    expect(Object.fromEntries(animals)).toEqual({ 'An Paar': ['Mies'], 'Bo Paar': ['Rex'] })
    const ofBo = sent.find(({ clientName }) => clientName === 'Bo Paar')
    const path = new URL(ofBo?.digest?.unsubscribeUrl ?? '').pathname
    await testServer.fetch(new Request(`http://portal.test${path}`, { method: 'POST' }))
    const left = await testServer.db.selectFrom('reminder_subscription').select('client_uuid').execute()
    expect(left).toEqual([{ client_uuid: an }])
  })

  test('an export that registers both gives them one account and one invitation', async () => {
    const { db } = testServer
    const records = [
      practiceLine(),
      clientLine(1, { email: ADDRESS }),
      clientLine(2, { email: 'PAAR@mail.example' }),
      clientLine(3, { email: 'Paar@mail.example', registered: false }),
    ]
    const report = await loadExport(db, checked(records), {
      practiceId: 'de-krekel',
      now: START,
      invited: 'staff-and-owners',
    })
    expect(report).toMatchObject({ loaded: true, unregistered: { noAddress: 0 } })
    const rows = await db
      .selectFrom('client')
      .select(['registered', 'account_id'])
      .where('practice_id', '=', 'de-krekel')
      .orderBy('uuid')
      .execute()
    const [id] = await accountIds()
    expect(rows.map(({ registered, account_id }) => [registered, account_id])).toEqual([
      [1, id],
      [1, id],
      [0, null],
    ])
    expect((await db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)).toEqual(['activation'])
    // The portal's own export of a practice says that both are registered; loading it again changes nothing.
    const again = await loadExport(db, checked(records), { practiceId: 'de-krekel', now: START })
    expect(again.changes?.client).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
  })

  test('both registered at once get one account', { tags: ['database'] }, async () => {
    const more = await Promise.all(Array.from({ length: 8 }, () => client(testServer.db, 'a', { email: ADDRESS })))
    const statuses = await Promise.all([an, bo, ...more].map(register))
    expect(statuses).toEqual(Array(10).fill(201))
    expect(await accountIds()).toHaveLength(1)
  })
})
