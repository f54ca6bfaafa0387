import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#contract/access-log.ts'
import { deleteOldEntries } from '#server/access-log/write.ts'
import { leakReport } from '#server/access-log/breach-report.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { offer } from '#server/offers/offers.ts'
import { resetSecondFactor } from '#server/staff/second-factor.ts'
import {
  account,
  client,
  invoice,
  logEntries,
  membership,
  patient,
  practice,
  request,
  requestSettings,
  staff,
  totp,
} from '#harness/builders.ts'
import { openFixtures } from '#harness/fixtures.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { MATRIX } from './matrix.ts'

const HOUR_MS = 3_600_000

onEngines('the access log', (engine) => {
  let testServer: TestServer
  beforeEach(async () => {
    testServer = await openTestServer(engine)
    for (const id of ['a', 'b']) await practice(testServer.db, id)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = async (who: string, method: string, path: string, body?: unknown) =>
    testServer.call(method, path, { token: await testServer.signIn(who), ...(body !== undefined && { body }) })
  const admin = (id: string) => staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  const log = async (who: string, query = '', id = 'a') => {
    const answer = await call(who, 'GET', `practice/${id}/audit${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as AuditPage
  }

  describe('names of staff', () => {
    let [ofA, ofB, person] = ['', '', '']

    /** Invited by practice A under one name and by practice B under another; a member of both. */
    beforeEach(async () => {
      ;[ofA, ofB] = [await admin('a'), await admin('b')]
      const invite = async (by: string, id: string, lastName: string) => {
        const body = { username: 'tess@mail.example', role: 'CLINIC_USER', firstName: 'Tess', lastName }
        await call(by, 'POST', `practice/${id}/staff`, body)
      }
      await invite(ofA, 'a', 'van A')
      await invite(ofB, 'b', 'van B')
      const { id } = await testServer.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'tess@mail.example')
        .executeTakeFirstOrThrow()
      person = id
      for (const at of ['a', 'b']) await call(person, 'POST', `user/offers/${at}`)
    })

    const nameInStaff = async (who: string, id: string) => {
      const members = (await (await call(who, 'GET', `practice/${id}/staff`)).json()) as {
        id: string
        lastName?: string
      }[]
      return members.find((member) => member.id === person)?.lastName
    }

    test('are those that each practice typed, in its staff, log, requests, keys, mails, report and export', async () => {
      expect([await nameInStaff(ofA, 'a'), await nameInStaff(ofB, 'b')]).toEqual(['van A', 'van B'])
      const { db } = testServer
      const clientId = await client(db, 'b', { account_id: await account(db, 'jan@mail.example') })
      await requestSettings(db, 'b')
      const requestId = await request(db, { clientId, accountId: await account(db, 'piet@mail.example') })
      await call(person, 'GET', `clients/${clientId}`)
      const answer = await call(person, 'POST', `practice/b/requests/${requestId}/answer`, {
        outcome: 'answered',
        text: 'Ja',
      })
      expect(await answer.json()).toMatchObject({ answer: { by: 'Tess van B' } })
      const entries = (await log(ofB, '?kind=all', 'b')).content.filter((entry) => entry.account?.id === person)
      expect(new Set(entries.map((entry) => entry.account?.name))).toEqual(new Set(['Tess van B']))
      expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['read', 'request-answered']))
      expect(JSON.stringify(await (await call(ofB, 'GET', `clients/${clientId}/seen`)).json())).toContain('Tess van B')
      expect(await (await call(ofB, 'GET', 'practice/b/audit/people')).json()).toContainEqual({
        id: person,
        name: 'Tess van B',
        username: 'tess@mail.example',
      })
      const period = { from: '2026-06-01', to: '2026-06-30' }
      const { accounts } = await leakReport(db, { scope: { practiceId: 'b' }, period, now: testServer.now })
      expect(accounts.find(({ id }) => id === person)?.name).toBe('Tess van B')
      const all = JSON.stringify([
        await db.selectFrom('audit').selectAll().where('practice_id', '=', 'b').execute(),
        await db.selectFrom('audit_name').selectAll().where('practice_id', '=', 'b').execute(),
        (await testServer.mails()).filter(({ to }) => to === 'admin@b.example'),
      ])
      expect(all).not.toContain('van A')
    })

    test('are one where the person chose it, and each practice records what it was there', async () => {
      expect((await call(person, 'PUT', 'user', { language: 'nl', firstName: 'Tess', lastName: 'Bos' })).status).toBe(
        200,
      )
      expect([await nameInStaff(ofA, 'a'), await nameInStaff(ofB, 'b')]).toEqual(['Bos', 'Bos'])
      const renamed = async (who: string, id: string) => (await log(who, '?action=renamed', id)).content[0]
      expect(await renamed(ofA, 'a')).toMatchObject({ names: { from: 'Tess van A', to: 'Tess Bos' } })
      expect(await renamed(ofB, 'b')).toMatchObject({ names: { from: 'Tess van B', to: 'Tess Bos' } })
    })

    test('stay those of the practice for a member who has left, and for an offer', async () => {
      await call(ofB, 'PUT', `practice/b/staff/${person}`, { role: 'CLINIC_USER', active: false })
      await call(person, 'PUT', 'user', { language: 'nl', firstName: 'Tess', lastName: 'Bos' })
      expect([await nameInStaff(ofA, 'a'), await nameInStaff(ofB, 'b')]).toEqual(['Bos', 'van B'])
      await inTransaction(testServer.db, (trx) =>
        offer(trx, { accountId: person, practiceId: 'b', role: 'CLINIC_USER', lastName: 'van B', now: testServer.now }),
      )
      expect(await nameInStaff(ofB, 'b')).toBe('van B')
    })
  })

  describe('reads by a filter', () => {
    let [sam, clientId, patientId] = ['', '', '']
    beforeEach(async () => {
      const { db } = testServer
      sam = await admin('a')
      const ownerId = await account(db, 'jan@mail.example')
      clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Zwartjes', client_number: 'K-4711' })
      patientId = await patient(db, clientId, 'Bella')
      await requestSettings(db, 'a')
      await request(db, {
        clientId,
        accountId: ownerId,
        patient_uuid: patientId,
        search_text: '\u0002zwartjes k4711',
      })
      const other = await account(db, 'piet@mail.example')
      await request(db, { clientId: await client(db, 'a', { account_id: other, last_name: 'Bos' }), accountId: other })
    })
    const readsOf = async (path: string) => {
      expect((await call(sam, 'GET', path)).status).toBe(200)
      return (await log(sam, '?kind=reads')).content.map((entry) => entry.client?.uuid)
    }

    test.each([
      ['the animal of one client', () => `practice/a/requests?patient=${patientId}`],
      ['one client', () => `practice/a/requests?client=${clientId}`],
      ['the number of one client', () => 'practice/a/requests?q=K-4711'],
      ['the name of one client', () => 'practice/a/requests?q=zwartjes&state=waiting'],
      ['the number of one client, in the clients', () => 'practice/a/clients?q=K-4711'],
      ['the last name of one client, in the clients', () => 'practice/a/clients?lastName=zwartjes'],
    ])('are recorded: %s', async (_, path) => {
      expect(await readsOf(path())).toEqual([clientId])
    })

    test.each([
      'requests',
      'requests?state=sent',
      'requests?q=nobody',
      'clients',
      'clients?q=mail.example',
      'clients?size=1',
    ])('are none in a list of several clients or none: %s', async (path) => {
      expect(await readsOf(`practice/a/${path}`)).toEqual([])
    })
  })

  describe('reads by the signed URL of a file', () => {
    const BEFORE_MIDNIGHT = new Date('2026-06-15T21:58:00.000Z')
    const AFTER_MIDNIGHT = new Date('2026-06-15T22:02:00.000Z')

    test.each([
      ['a document, by staff', 'sam', 'invoice', 1],
      ['medicines of a herd, by staff', 'sam', 'herd', 1],
      ['a document, by its owner', 'jan', 'invoice', 0],
      ['medicines of a herd, by their owner', 'jan', 'herd', 0],
    ] as const)('are recorded on the day of opening where staff open it: %s', async (_, who, what, recorded) => {
      const { db } = testServer
      testServer.now = BEFORE_MIDNIGHT
      const jan = await account(db, 'jan@mail.example')
      const clientId = await client(db, 'a', { account_id: jan })
      const invoiceId = await invoice(db, clientId, { date: '2026-06-01' })
      const path = { invoice: `invoices/${invoiceId}/file`, herd: 'herd/medicines/file?format=csv' }[what]
      const reader = { sam: await admin('a'), jan }[who]
      const { url } = (await (await call(reader, 'GET', `clients/${clientId}/${path}`)).json()) as { url: string }
      await db.deleteFrom('audit').execute()
      testServer.now = AFTER_MIDNIGHT
      expect((await testServer.fetch(new Request(url))).status).toBe(200)
      expect((await read(testServer)).rows).toEqual(recorded ? [{ account_id: reader, client_uuid: clientId }] : [])
    })
  })

  test('lists changes, reads or both, and finds each by name, person and day', async () => {
    const { db } = testServer
    const [tess, sam] = [await admin('a'), await staff(db, 'a', 'sam@a.example')]
    const bos = await client(db, 'a', { account_id: await account(db, 'jan@mail.example'), last_name: 'Bos' })
    await call(sam, 'GET', `clients/${bos}`)
    await call(sam, 'PUT', `clients/${bos}`, { locked: true })
    const actions = async (query: string) => (await log(tess, query)).content.map(({ action }) => action)
    expect(await actions('')).toEqual(['locked'])
    expect(await actions('?kind=reads')).toEqual(['read'])
    expect(await actions(`?kind=all&search=bos&accountId=${sam}`)).toEqual(['locked', 'read'])
    expect(await actions('?kind=all&search=sam')).toEqual(['locked', 'read'])
    expect(await actions('?action=read')).toEqual(['read'])
    expect((await call(tess, 'GET', 'practice/a/audit?kind=some')).status).toBe(400)
    expect((await call(sam, 'GET', 'practice/a/audit?kind=reads')).status).toBe(403)
  })

  describe('an account that repeats an action', () => {
    let [owner, clientId, tess] = ['', '', '']
    beforeEach(async () => {
      tess = await admin('a')
      owner = await account(testServer.db, 'jan@mail.example')
      clientId = await client(testServer.db, 'a', { account_id: owner })
      await testServer.db.updateTable('practice').set({ reminder_mails: 1 }).execute()
    })
    const subscribe = (subscribed: boolean) => call(owner, 'PUT', `clients/${clientId}/reminder-mails`, { subscribed })

    test('is refused the 61st time in an hour, with the time to wait, but can always end what it began', async () => {
      const statuses = new Set<number>()
      for (let round = 0; round < 60; round += 1) {
        statuses.add((await subscribe(true)).status)
        statuses.add((await subscribe(false)).status)
      }
      expect([...statuses]).toEqual([204])
      const refused = await subscribe(true)
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
      expect((await log(tess)).page.totalElements).toBe(120)
      expect((await call(owner, 'GET', `clients/${clientId}/reminder-mails`)).status).toBe(200)
      testServer.now = new Date(testServer.now.getTime() + HOUR_MS)
      expect([(await subscribe(true)).status, (await subscribe(false)).status]).toEqual([204, 204])
    })

    test.each([
      [
        'renaming oneself',
        (round: number) => call(tess, 'PUT', 'user', { language: 'nl', firstName: `T${round}` }),
        200,
      ],
      [
        'practice settings',
        (round: number) => call(tess, 'PUT', 'practice/a', { name: 'Praktijk a', title: `T${round}` }),
        200,
      ],
    ] as const)('is refused too: %s', async (_, act, allowed) => {
      for (let round = 0; round < 60; round += 1) expect((await act(round)).status).toBe(allowed)
      expect((await act(60)).status).toBe(429)
      expect((await log(tess)).page.totalElements).toBe(60)
    })

    test('is refused too: resetting a colleague who sets up a factor again, in the log of their other practice', async () => {
      const colleague = await staff(testServer.db, 'a', 'colleague@a.example')
      await membership(testServer.db, colleague, 'b', 'CLINIC_USER')
      const reset = async () => {
        await totp(testServer.db, colleague)
        const by = { accountId: tess, username: 'admin@a.example' }
        const now = testServer.now
        await inTransaction(testServer.db, (trx) => resetSecondFactor(trx, colleague, { practiceId: 'a', by, now }))
      }
      for (let round = 0; round < 60; round += 1) await reset()
      await expect(reset()).rejects.toMatchObject({ code: 'rate-limited' })
      expect((await log(await admin('b'), '', 'b')).page.totalElements).toBe(60)
    })

    test('adds no 61st entry of viewing as a client in an hour by signing in again, and still shows the data', async () => {
      const view = async () => (await call(tess, 'GET', `clients/${clientId}/patients`)).status
      for (let session = 0; session < 62; session += 1) expect(await view()).toBe(200)
      expect((await log(tess, '?action=viewed-as')).page.totalElements).toBe(60)
      testServer.now = new Date(testServer.now.getTime() + HOUR_MS)
      expect(await view()).toBe(200)
      expect((await log(tess, '?action=viewed-as')).page.totalElements).toBe(61)
    })

    test('is not refused for many clients', async () => {
      for (let round = 0; round < 70; round += 1) {
        const id = await client(testServer.db, 'a', { email: `client${round}@mail.example` })
        expect((await call(tess, 'POST', `practice/a/clients?clientUuid=${id}`)).status).toBe(201)
      }
    })
  })

  test('searches the latest entries only for a text in very many names, and says since when', async () => {
    const { db } = testServer
    const tess = await admin('a')
    const entry = (index: number) => ({
      practice_id: 'a',
      at: new Date(Date.UTC(2026, 5, 1, 0, 0, index)).toISOString(),
      action: 'locked' as const,
      client_uuid: `client-${index % 1100}`,
      client_name: `Jansen ${index % 1100}`,
    })
    const entries = Array.from({ length: 11_000 }, (_, index) => entry(index))
    for (let from = 0; from < entries.length; from += 1000) await logEntries(db, entries.slice(from, from + 1000))
    const broad = await log(tess, '?search=jansen')
    expect([broad.page.totalElements, broad.searchedSince]).toEqual([10_000, entry(999).at])
    const narrow = await log(tess, '?search=jansen%20999')
    expect([narrow.page.totalElements, narrow.searchedSince]).toEqual([10, undefined])
    expect((await log(tess, `?search=jansen&until=${entry(1000).at}`)).searchedSince).toBeUndefined()
  })

  test('keeps no name of whom no entry is left', async () => {
    const { db } = testServer
    const entry = (day: string, name: string) =>
      ({
        practice_id: 'a',
        at: `${day}T10:00:00.000Z`,
        action: 'locked',
        client_uuid: name,
        client_name: name,
      }) as const
    await logEntries(db, [entry('2024-01-01', 'Vos'), entry('2024-01-01', 'Bos'), entry('2026-01-01', 'Bos')])
    await deleteOldEntries(testServer.ports, testServer.now)
    expect(await db.selectFrom('audit_name').select('name').execute()).toEqual([{ name: 'Bos' }])
  })
})

const IDS = /:(client|patient|invoice|request|visitForm|attachment|card|removal)Id/
const FILTERS = ['client', 'patient', 'clientUuid', 'lastName', 'q', 'search', 'after']

/** Calls that take a client or record, and whose response to staff holds no data of one. */
const NO_READ: Readonly<Record<string, string>> = {
  'GET /clients/:clientId/seen': 'the log itself',
  'GET /practice/:practiceId/audit': 'the log itself',
  'POST /practice/:practiceId/removals/:removalId/undo': 'numbers',
  'GET /user/client': 'for owners',
  'GET /clients': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/clients': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/requests': 'a list; of one client in the test of filters',
}

onEngines('calls that take a client or a record', (engine) => {
  const taking = Object.entries(OPERATIONS).filter(
    ([key, { parameters = [], body }]) =>
      IDS.test(key) ||
      parameters.some(({ name }) => FILTERS.includes(name)) ||
      /"clientUuids?"/.test(JSON.stringify(body?.describe() ?? '')),
  )

  test('record a read by staff, hold no data, are refused to staff, or have a reason', async () => {
    const unrecorded: string[] = []
    for (const [key] of taking) {
      if (NO_READ[key] !== undefined) continue
      await using fixtures = await openFixtures(engine)
      const { testServer, accounts, ids } = fixtures
      const rows = MATRIX.filter(({ method, route, cells }) => `${method} ${route}` === key && cells.AA !== undefined)
      const rowsRead = rows.filter(({ cells }) => Number(cells.AA) < 300)
      const letter = { clientUuids: [await client(testServer.db, 'a')] }
      const calls =
        key === 'POST /practice/:practiceId/letters'
          ? [{ method: 'POST', path: 'practice/a/letters', body: letter }]
          : rowsRead
      if (rows.length === 0) unrecorded.push(`${key}: not in the matrix`)
      for (const { method, path, body } of calls) {
        await testServer.db.deleteFrom('audit').execute()
        testServer.now = new Date(testServer.now.getTime() + 24 * HOUR_MS)
        const answer = await fixtures.call('AA', method, path, body)
        if (answer.status === 204) continue
        const { rows: found } = await read(testServer)
        const isRecorded = found.some(
          ({ account_id: by, client_uuid: id }) =>
            by === accounts.AA && (Object.values(ids).includes(id ?? '') || letter.clientUuids.includes(id ?? '')),
        )
        if (answer.status >= 300 || !isRecorded) unrecorded.push(`${answer.status} ${key}: ${path}`)
      }
    }
    expect(taking.length).toBeGreaterThan(35)
    expect(unrecorded).toEqual([])
  })
})

const read = async ({ db }: TestServer) => ({
  rows: await db
    .selectFrom('audit')
    .select(['account_id', 'client_uuid'])
    .where('action', 'in', ['read', 'viewed-as'])
    .execute(),
})
