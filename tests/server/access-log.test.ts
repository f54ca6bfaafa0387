import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '#contract/schemas/access-log.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { deleteOldEntries } from '#server/access-log/write.ts'
import { breachReport } from '#server/access-log/breach-report.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { offer } from '#server/offers/offers.ts'
import { resetSecondFactor } from '#server/staff/second-factor.ts'
import {
  account,
  client,
  estimate,
  form,
  formTask,
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
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { type TestServer, eachTestServer, onEngines } from '#harness/test-server.ts'
import { MATRIX } from './matrix.ts'

const HOUR_MS = 3_600_000

const readsIn = async (testServer: TestServer) =>
  (await testServer.rows('audit'))
    .filter(({ action }) => action === 'read' || action === 'viewed-as')
    .map(({ account_id, client_uuid }) => ({ account_id, client_uuid }))

onEngines('the access log', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(async () => {
    for (const id of ['a', 'b']) await practice(testServer.db, id)
  })

  const admin = (id: string) => staff(testServer.db, id, `admin@${id}.example`, 'CLINIC_ADMIN')
  const log = (accountId: string, query = '', id = 'a') =>
    testServer.readAs<AuditPage>(accountId, `practice/${id}/audit${query}`)

  describe('names of staff members', () => {
    let [ofA, ofB, person] = ['', '', '']

    /** The person belongs to both practices: practice A entered one last name, practice B another. */
    beforeEach(async () => {
      ;[ofA, ofB] = [await admin('a'), await admin('b')]
      const invite = async (by: string, id: string, lastName: string) => {
        const body = { username: 'tess@mail.example', role: 'CLINIC_USER', firstName: 'Tess', lastName }
        await testServer.callAs(by, 'POST', `practice/${id}/staff`, body)
      }
      await invite(ofA, 'a', 'van A')
      await invite(ofB, 'b', 'van B')
      person = (await testServer.rows('account')).find(({ username }) => username === 'tess@mail.example')!.id
      for (const at of ['a', 'b']) await testServer.callAs(person, 'POST', `user/offers/${at}`)
    })

    const lastNames = () =>
      Promise.all(
        [ofA, ofB].map(async (accountId, index) => {
          const members = await testServer.readAs<StaffMember[]>(accountId, `practice/${'ab'[index]}/staff`)
          return members.find(({ id }) => id === person)?.lastName
        }),
      )
    const rename = () =>
      testServer.callAs(person, 'PUT', 'user', { language: 'nl', firstName: 'Tess', lastName: 'Bos' })

    test('each practice shows the name that this practice entered', async () => {
      expect(await lastNames()).toEqual(['van A', 'van B'])
      const { db } = testServer
      const clientId = await client(db, 'b', { account_id: await account(db, 'jan@mail.example') })
      await requestSettings(db, 'b')
      const requestId = await request(db, { clientId, accountId: await account(db, 'piet@mail.example') })
      await testServer.readAs(person, `clients/${clientId}`)
      const body = { outcome: 'answered', text: 'Ja' }
      const response = testServer.callAs(person, 'POST', `practice/b/requests/${requestId}/answer`, body)
      expect(await testServer.ok(response)).toMatchObject({ answer: { by: 'Tess van B' } })
      const entries = (await log(ofB, '?kind=all', 'b')).content.filter((entry) => entry.account?.id === person)
      expect(new Set(entries.map((entry) => entry.account?.name))).toEqual(new Set(['Tess van B']))
      expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['read', 'request-answered']))
      expect(JSON.stringify(await testServer.readAs(ofB, `clients/${clientId}/seen`))).toContain('Tess van B')
      const known = { id: person, name: 'Tess van B', username: 'tess@mail.example' }
      expect(await testServer.readAs(ofB, 'practice/b/audit/people')).toContainEqual(known)
      const period = { from: '2026-06-01', to: '2026-06-30' }
      const { accounts } = await breachReport(db, { scope: { practiceId: 'b' }, period, now: testServer.now })
      expect(accounts.find(({ id }) => id === person)?.name).toBe('Tess van B')
      const [audit, names] = [await testServer.rows('audit'), await testServer.rows('audit_name')]
      const all = JSON.stringify([
        [...audit, ...names].filter(({ practice_id }) => practice_id === 'b'),
        (await testServer.mails()).filter(({ to }) => to === 'admin@b.example'),
      ])
      expect(all).not.toContain('van A')
    })

    test('a new name appears in every practice with an entry in each log', async () => {
      expect((await rename()).status).toBe(200)
      expect(await lastNames()).toEqual(['Bos', 'Bos'])
      for (const [accountId, id, former] of [
        [ofA, 'a', 'Tess van A'],
        [ofB, 'b', 'Tess van B'],
      ] as const)
        expect((await log(accountId, '?action=renamed', id)).content).toMatchObject([
          { names: { from: former, to: 'Tess Bos' } },
        ])
    })

    test('the name of a former member is the one that the practice entered', async () => {
      await testServer.callAs(ofB, 'PUT', `practice/b/staff/${person}`, { role: 'CLINIC_USER', active: false })
      await rename()
      expect(await lastNames()).toEqual(['Bos', 'van B'])
      await inTransaction(testServer.db, (trx) =>
        offer(trx, { accountId: person, practiceId: 'b', role: 'CLINIC_USER', lastName: 'van B', now: testServer.now }),
      )
      expect(await lastNames()).toEqual(['Bos', 'van B'])
    })
  })

  test('records a read when a filter matches exactly one client', async () => {
    const { db } = testServer
    const sam = await admin('a')
    const ownerId = await account(db, 'jan@mail.example')
    const clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Zwartjes', client_number: 'K-4711' })
    const patientId = await patient(db, clientId, 'Bella')
    await requestSettings(db, 'a')
    const search_text = '\u0002zwartjes k4711'
    await request(db, { clientId, accountId: ownerId, patient_uuid: patientId, search_text })
    const other = await account(db, 'piet@mail.example')
    await request(db, { clientId: await client(db, 'a', { account_id: other, last_name: 'Bos' }), accountId: other })
    await formTask(db, clientId, await form(db, 'a'))
    await estimate(db, clientId)
    const readBy = async (list: string) => {
      // The log records reads of one client once a day.
      testServer.advance(24 * HOUR_MS)
      await db.deleteFrom('audit').execute()
      await testServer.readAs(sam, `practice/a/${list}`)
      const { content } = await log(sam, '?kind=reads')
      return [list, content.map((entry) => entry.client?.uuid)]
    }
    for (const list of [
      `requests?patient=${patientId}`,
      `requests?client=${clientId}`,
      `form-answers?client=${clientId}`,
      `estimates?client=${clientId}`,
      'requests?q=K-4711',
      'requests?q=zwartjes&state=waiting',
      'clients?q=K-4711',
      'clients?lastName=zwartjes',
    ])
      expect(await readBy(list)).toEqual([list, [clientId]])
    for (const list of [
      'requests',
      'requests?state=sent',
      'requests?q=nobody',
      'clients',
      'clients?q=mail.example',
      'clients?size=1',
    ])
      expect(await readBy(list)).toEqual([list, []])
  })

  test.each([
    ['an invoice, by staff', 'sam', 'invoice'],
    ['medicines of a herd, by staff', 'sam', 'herd'],
    ['an invoice, by its owner', 'jan', 'invoice'],
    ['medicines of a herd, by their owner', 'jan', 'herd'],
  ] as const)('records the opening of a file if staff open it: %s', async (_, person, what) => {
    const { db } = testServer
    testServer.now = new Date('2026-06-15T21:58:00.000Z')
    const jan = await account(db, 'jan@mail.example')
    const clientId = await client(db, 'a', { account_id: jan })
    const invoiceId = await invoice(db, clientId, { date: '2026-06-01' })
    const path = { invoice: `invoices/${invoiceId}/file`, herd: 'herd/medicines/file?format=csv' }[what]
    const reader = { sam: await admin('a'), jan }[person]
    const { url } = await testServer.readAs<{ url: string }>(reader, `clients/${clientId}/${path}`)
    await db.deleteFrom('audit').execute()
    testServer.now = new Date('2026-06-15T22:02:00.000Z')
    expect((await testServer.fetch(new Request(url))).status).toBe(200)
    expect(await readsIn(testServer)).toEqual(person === 'sam' ? [{ account_id: reader, client_uuid: clientId }] : [])
  })

  test('filters entries by kind, client name, account and action', async () => {
    const { db } = testServer
    const [tess, sam] = [await admin('a'), await staff(db, 'a', 'sam@a.example')]
    const bos = await client(db, 'a', { account_id: await account(db, 'jan@mail.example'), last_name: 'Bos' })
    await testServer.readAs(sam, `clients/${bos}`)
    await testServer.callAs(sam, 'PUT', `clients/${bos}`, { locked: true })
    const found = {
      '': ['locked'],
      '?kind=reads': ['read'],
      [`?kind=all&search=bos&accountId=${sam}`]: ['locked', 'read'],
      '?kind=all&search=sam': ['locked', 'read'],
      '?action=read': ['read'],
    }
    for (const [query, actions] of Object.entries(found))
      expect([query, (await log(tess, query)).content.map(({ action }) => action)]).toEqual([query, actions])
    expect((await testServer.callAs(tess, 'GET', 'practice/a/audit?kind=some')).status).toBe(400)
    expect((await testServer.callAs(sam, 'GET', 'practice/a/audit?kind=reads')).status).toBe(403)
  })

  describe('an account that repeats an action about one client', () => {
    let [owner, clientId, tess] = ['', '', '']
    beforeEach(async () => {
      tess = await admin('a')
      owner = await account(testServer.db, 'jan@mail.example')
      clientId = await client(testServer.db, 'a', { account_id: owner })
      await testServer.db.updateTable('practice').set({ reminder_mails: 1 }).execute()
    })
    const entries = async (query = '') => (await log(tess, query)).page.totalElements
    const statusesOf = async (times: number, act: (round: number) => Promise<Response>) => {
      const statuses = new Set<number>()
      for (let round = 0; round < times; round += 1) statuses.add((await act(round)).status)
      return [...statuses]
    }

    test('gets 429 with Retry-After after 60 repeats in an hour', async () => {
      const path = `clients/${clientId}/reminder-mails`
      const subscribe = (subscribed: boolean) => testServer.callAs(owner, 'PUT', path, { subscribed })
      expect(await statusesOf(120, (round) => subscribe(round % 2 === 0))).toEqual([204])
      const rejected = await subscribe(true)
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '3600'])
      expect(await entries()).toBe(120)
      expect((await testServer.callAs(owner, 'GET', path)).status).toBe(200)
      // After 60 entries of each action, ending the subscription is still accepted.
      await testServer.db.deleteFrom('audit').where('action', '=', 'reminder-mails-on').execute()
      expect([(await subscribe(true)).status, (await subscribe(false)).status]).toEqual([204, 204])
      testServer.advance(HOUR_MS)
      expect([(await subscribe(true)).status, (await subscribe(false)).status]).toEqual([204, 204])
    })

    test.each([
      ['the own name', 'user', (title: string) => ({ language: 'nl', firstName: title })],
      ['settings of the practice', 'practice/a', (title: string) => ({ name: 'Praktijk a', title })],
    ] as const)('gets 429 after 60 changes in an hour: %s', async (_, path, body) => {
      const change = (round: number) => testServer.callAs(tess, 'PUT', path, body(`T${round}`))
      expect(await statusesOf(60, change)).toEqual([200])
      expect((await change(60)).status).toBe(429)
      expect(await entries()).toBe(60)
    })

    test("gets 429 after resetting a colleague's second factor 60 times", async () => {
      const colleague = await staff(testServer.db, 'a', 'colleague@a.example')
      await membership(testServer.db, colleague, 'b', 'CLINIC_USER')
      const by = { accountId: tess, username: 'admin@a.example' }
      const reset = async () => {
        await totp(testServer.db, colleague)
        const context = { practiceId: 'a', by, now: testServer.now }
        await inTransaction(testServer.db, (trx) => resetSecondFactor(trx, colleague, context))
      }
      for (let round = 0; round < 60; round += 1) await reset()
      await expect(reset()).rejects.toMatchObject({ code: 'rate-limited' })
      expect((await log(await admin('b'), '', 'b')).page.totalElements).toBe(60)
    })

    test('has at most 60 logged views an hour without being blocked', async () => {
      const view = () => testServer.callAs(tess, 'GET', `clients/${clientId}/visit-forms`)
      expect(await statusesOf(62, view)).toEqual([200])
      expect(await entries('?action=viewed-as')).toBe(60)
      testServer.advance(HOUR_MS)
      expect(await statusesOf(1, view)).toEqual([200])
      expect(await entries('?action=viewed-as')).toBe(61)
    })

    test('is not limited if each action concerns a different client', async () => {
      const register = async (round: number) => {
        const id = await client(testServer.db, 'a', { email: `client${round}@mail.example` })
        return await testServer.callAs(tess, 'POST', `practice/a/clients?clientUuid=${id}`)
      }
      expect(await statusesOf(61, register)).toEqual([201])
    })
  })

  test('searches the latest 10,000 entries and returns the start of that period', async () => {
    const tess = await admin('a')
    const entry = (index: number) => ({
      practice_id: 'a',
      at: new Date(Date.UTC(2026, 5, 1, 0, 0, index)).toISOString(),
      action: 'locked' as const,
      client_uuid: `client-${index % 1100}`,
      client_name: `Jansen ${index % 1100}`,
    })
    const entries = Array.from({ length: 11_000 }, (_, index) => entry(index))
    for (let from = 0; from < entries.length; from += 1000)
      await logEntries(testServer.db, entries.slice(from, from + 1000))
    const found = async (query: string) => {
      const { page, searchedSince } = await log(tess, query)
      return [page.totalElements, searchedSince]
    }
    expect(await found('?search=jansen')).toEqual([10_000, entry(999).at])
    expect(await found('?search=jansen%20999')).toEqual([10, undefined])
    expect(await found(`?search=jansen&until=${entry(1000).at}`)).toEqual([1000, undefined])
  })

  test('deletes stored names that no entry uses any more', async () => {
    const entry = (day: string, name: string) => ({
      practice_id: 'a',
      at: `${day}T10:00:00.000Z`,
      action: 'locked' as const,
      client_uuid: name,
      client_name: name,
    })
    const entries = [entry('2024-01-01', 'Vos'), entry('2024-01-01', 'Bos'), entry('2026-01-01', 'Bos')]
    await logEntries(testServer.db, entries)
    await deleteOldEntries(testServer.ports, testServer.now)
    expect((await testServer.rows('audit_name')).map(({ name }) => name)).toEqual(['Bos'])
  })
})

const IDS = /:(client|patient|invoice|request|visitForm|attachment|card|removal)Id/
const FILTERS = ['client', 'patient', 'clientUuid', 'lastName', 'q', 'search', 'after']

/** Operations on a client or record whose response to staff holds no client data, with the reason. */
const NO_READ: Readonly<Record<string, string>> = {
  'GET /clients/:clientId/seen': 'the log itself',
  'GET /practice/:practiceId/audit': 'the log itself',
  'POST /practice/:practiceId/removals/:removalId/undo': 'numbers',
  'GET /user/client': 'for owners',
  'GET /portal/start': 'the calls that it makes are recorded',
  'GET /clients': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/clients': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/requests': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/estimates': 'a list; of one client in the test of filters',
  'GET /practice/:practiceId/form-answers': 'a list; of one client in the test of filters',
}

onEngines('operations that take a client or a record', (engine) => {
  const taking = Object.entries(OPERATIONS).filter(
    ([key, { parameters, body }]) =>
      IDS.test(key) ||
      parameters.some(({ name }) => FILTERS.includes(name)) ||
      /"clientUuids?"/.test(JSON.stringify(body?.describe() ?? '')),
  )

  /** Returns the calls of an operation whose response holds data without a recorded read. */
  async function unrecordedBy(key: string, { testServer, accounts, ids, call }: Fixtures): Promise<string[]> {
    const unrecorded: string[] = []
    const rows = MATRIX.filter(({ method, route, cells }) => `${method} ${route}` === key && cells.AA !== undefined)
    if (rows.length === 0) unrecorded.push(`${key}: not in the matrix`)
    const letter = { clientUuids: [await client(testServer.db, 'a')] }
    const calls =
      key === 'POST /practice/:practiceId/letters'
        ? [{ method: 'POST', path: 'practice/a/letters', body: letter }]
        : rows.filter(({ cells }) => Number(cells.AA) < 300)
    for (const { method, path, body } of calls) {
      await testServer.db.deleteFrom('audit').execute()
      testServer.advance(24 * HOUR_MS)
      const { status } = await call('AA', method, path, body)
      if (status === 204) continue
      const known = [...Object.values(ids), ...letter.clientUuids]
      const isRecorded = (await readsIn(testServer)).some(
        ({ account_id, client_uuid }) => account_id === accounts.AA && known.includes(client_uuid ?? ''),
      )
      if (status >= 300 || !isRecorded) unrecorded.push(`${status} ${key}: ${path}`)
    }
    return unrecorded
  }

  test('record a read by staff, unless listed as an exception', async () => {
    const keys = taking.map(([key]) => key).filter((key) => NO_READ[key] === undefined)
    const unrecorded: string[] = []
    await using shared = await openFixtures(engine)
    for (const key of keys) {
      if (key.startsWith('GET ')) unrecorded.push(...(await unrecordedBy(key, shared)))
      else {
        // Each change gets its own database, so changes do not affect later calls.
        await using own = await openFixtures(engine)
        unrecorded.push(...(await unrecordedBy(key, own)))
      }
    }
    expect(taking.length).toBeGreaterThan(35)
    expect(unrecorded).toEqual([])
  })
})
