import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { Page } from '#contract/paging.ts'
import { createApp } from '#server/app.ts'
import { upgradeLog } from '#server/access-log/upgrade.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, logEntries, membership, patient, practice, reminder, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, patientLine, practiceLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('access log entries of changes', (engine) => {
  const testServer = eachTestServer(engine)
  let adminId: string
  const named = (first_name: string, last_name: string | null = null) => ({ practice_id: 'a', first_name, last_name })

  beforeEach(async () => {
    for (const id of ['a', 'b']) await practice(testServer.db, id)
    const columns = { ...named('Tess', 'de Wit'), staff_role: 'CLINIC_ADMIN' } as const
    adminId = await account(testServer.db, 'tess@a.example', columns)
  })

  const call = (method: string, path: string, body?: unknown) => testServer.callAs(adminId, method, path, body)
  const lock = (id: string, locked = true) => call('PUT', `clients/${id}`, { locked })
  const accessLog = (query = '', by = adminId, id = 'a') =>
    testServer.readAs<Page<AuditEntry>>(by, `practice/${id}/audit${query}`)
  const actions = async () => (await accessLog()).content.map(({ action }) => action)
  const owned = async (columns = {}) => {
    const account_id = await account(testServer.db, `${crypto.randomUUID()}@mail.example`)
    return await client(testServer.db, 'a', { account_id, ...columns })
  }

  test('contain the action, the account and the client, latest first', async () => {
    const tess = { id: adminId, name: 'Tess de Wit', username: 'tess@a.example' }
    const sam = await staff(testServer.db, 'a', 'sam@a.example')
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example', call_name: 'Jan', last_name: 'Bos' })
    const jan = { uuid, name: 'Jan Bos' }
    const one = testServer.now.toISOString()
    await call('POST', `practice/a/clients?clientUuid=${uuid}`)
    await lock(uuid)
    testServer.advance(3_600_000)
    const other = testServer.now.toISOString()
    await testServer.callAs(sam, 'PUT', `clients/${uuid}`, { locked: false })
    await testServer.callAs(sam, 'GET', `clients/${uuid}/visit-forms`)
    await testServer.callAs(sam, 'PUT', 'practice/a', { name: 'Praktijk a', title: 'Nieuw', phone: '1' })
    await testServer.callAs(sam, 'DELETE', `clients/${uuid}`)
    await owned()
    await owned()
    await call('DELETE', 'practice/a/clients')

    const member = { id: sam, name: 'sam@a.example', username: 'sam@a.example' }
    const undo = { until: '2026-06-22T11:00:00.000Z', removal: expect.any(String) as string }
    expect(await accessLog()).toEqual({
      content: [
        { at: other, action: 'deleted-all', account: tess, count: 2, undo },
        { at: other, action: 'deleted', account: member, client: jan, undo },
        { at: other, action: 'practice-changed', account: member, fields: ['title', 'phone'] },
        { at: other, action: 'viewed-as', account: member, client: jan },
        { at: other, action: 'unlocked', account: member, client: jan },
        { at: one, action: 'locked', account: tess, client: jan },
        { at: one, action: 'registered', account: tess, client: jan },
      ],
      page: { number: 0, size: 25, totalPages: 1, totalElements: 7 },
    })
  })

  describe('search', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 9, minute)).toISOString()
    const row = (minute: number, columns: object = {}) => ({
      practice_id: 'a',
      at: at(minute),
      action: 'registered' as const,
      account_id: 'tess',
      account_name: 'Tess de Wit',
      client_uuid: crypto.randomUUID(),
      client_name: `Nummer ${minute}`,
      details: null,
      ...columns,
    })
    const log = (...rows: ReturnType<typeof row>[]) => logEntries(testServer.db, rows)
    const names = async (query: string) => (await accessLog(query)).content.map((entry) => entry.client?.name)
    const namesFor = (typed: string) => names(`?search=${encodeURIComponent(typed)}`)

    test('matches part of a client, account or user name', async () => {
      await log(
        row(1, { client_name: 'Anna 100% Bakker' }),
        row(2, { client_name: 'Jan Vos' }),
        row(3, { account_id: 'sam', account_name: 'Sam Vosmaer', client_name: 'Piet' }),
        row(4, { account_id: 'kim', account_username: 'kim@a.example' }),
      )
      expect(await namesFor('VOS')).toEqual(['Piet', 'Jan Vos'])
      expect(await namesFor('100%')).toEqual(['Anna 100% Bakker'])
      for (const typed of ['%', '...', '\u200B', 'nobody']) expect(await namesFor(typed)).toEqual([])
      expect(await namesFor('')).toHaveLength(4)
      expect(await namesFor('KIM@a.ex')).toEqual(['Nummer 4'])
      const { account } = (await accessLog('?search=kim@a')).content[0]!
      expect(account).toEqual({ id: 'kim', name: 'Tess de Wit', username: 'kim@a.example' })
    })

    test('ignores case, accents and punctuation, and matches all words within one name', async () => {
      for (const name of ['Ayşe Çelik', 'İlknur Öz', 'Zoë Łoś', 'D’Ûr']) await log(row(1, { client_name: name }))
      const found = { ilknur: 'İlknur Öz', 'zoe los': 'Zoë Łoś', "d'ur": 'D’Ûr' }
      for (const typed of ['Çelik', 'çelik', 'ÇELIK', 'celik', 'Celik', 'ayse ç', 'celik tess'])
        expect(await namesFor(typed)).toEqual(['Ayşe Çelik'])
      for (const [typed, name] of Object.entries(found)) expect(await namesFor(typed)).toEqual([name])
      for (const typed of ['celika', 'celiktess']) expect(await namesFor(typed)).toEqual([])
    })

    test('finds entries of earlier versions once their names are filled in', async () => {
      const former = { ...row(1, { client_name: 'Ayşe Çelik' }), account_username: 'sam@b.example', removal_id: null }
      await testServer.db.insertInto('audit').values(former).execute()
      expect(await namesFor('celik')).toEqual([])
      await upgradeLog({ db: testServer.db })
      for (const typed of ['celik', 'tess celik', 'sam@b']) expect(await namesFor(typed)).toEqual(['Ayşe Çelik'])
    })

    test('filters by account, action and period', async () => {
      const people = () => testServer.readAs(adminId, 'practice/a/audit/people')
      await log(
        row(1),
        row(2, { account_id: 'sam', account_name: 'Sam' }),
        row(3, { action: 'email-changed', account_id: null, account_name: null }),
      )
      const found: Record<string, string[]> = {
        '?accountId=sam': ['Nummer 2'],
        '?accountId=none': ['Nummer 3'],
        '?action=registered': ['Nummer 2', 'Nummer 1'],
        [`?from=${at(2)}`]: ['Nummer 3', 'Nummer 2'],
        [`?until=${at(2)}`]: ['Nummer 1'],
        '?from=2026-06-10T11:02:00%2B02:00&until=2026-06-10T11:03:00%2B02:00': ['Nummer 2'],
      }
      for (const [query, expected] of Object.entries(found))
        expect([query, await names(query)]).toEqual([query, expected])
      await log(
        row(4, { practice_id: 'b', account_id: 'other', account_name: 'Other' }),
        row(5, { account_id: 'former', account_name: 'Former', at: '2020-01-01T00:00:00.000Z' }),
      )
      const tess = { id: 'tess', name: 'Tess de Wit' }
      expect(await people()).toEqual([{ id: 'sam', name: 'Sam' }, tess])
      await log(row(6, { account_username: 'tess@a.example' }))
      expect(await people()).toContainEqual({ ...tess, username: 'tess@a.example' })
    })

    test.each(['action=danced', 'from=2026-06-10', 'until=x', 'accountId=', 'runs=1', 'search=a&search=b', 'page=-1'])(
      'rejects the query ?%s',
      async (query) => expect((await call('GET', `practice/a/audit?${query}`)).status).toBe(400),
    )

    test('returns a run of similar entries as one entry that can be expanded', async () => {
      await log(
        row(0, { action: 'imported', client_uuid: null, client_name: null, account_id: null, account_name: null }),
        ...Array.from({ length: 52 }, (_, index) => row(index + 1)),
        row(54, { action: 'locked', client_name: 'Jan Vos' }),
        row(55),
        ...Array.from({ length: 4 }, (_, index) => row(56 + index, { account_id: 'sam' })),
      )
      const { content, page } = await accessLog('?runs=true')
      expect(content.map((entry) => [entry.action, entry.client?.name, entry.run])).toEqual([
        ...[59, 58, 57, 56].map((minute) => ['registered', `Nummer ${minute}`, undefined]),
        ['registered', undefined, { count: 53, since: at(1) }],
        ['locked', 'Jan Vos', undefined],
        ['imported', undefined, undefined],
      ])
      expect(page).toEqual({ number: 0, size: 25, totalPages: 1, totalElements: 7 })
      const opened = await accessLog(`?action=registered&accountId=tess&from=${at(1)}&until=${at(56)}&size=200`)
      expect(opened.page.totalElements).toBe(53)
      expect(opened.content.every(({ run }) => run === undefined)).toBe(true)
      expect((await accessLog('?runs=true&size=2&page=3')).content).toHaveLength(1)
      expect((await accessLog('?runs=true&size=2&page=4')).page.totalElements).toBe(7)
    })

    test('groups only the latest 5,000 entries', async () => {
      await log(...Array.from({ length: 6 }, (_, index) => row(index, { client_name: `Ouder ${index}` })))
      const latest = Array.from({ length: 5000 }, (_, index) =>
        row(0, { at: new Date(Date.UTC(2026, 5, 12, 9, 0, 0, index)).toISOString() }),
      )
      for (let from = 0; from < latest.length; from += 500) await log(...latest.slice(from, from + 500))
      const names = [5, 4, 3, 2, 1, 0].map((index) => `Ouder ${index}`)
      const pages = {
        '': [5000, ...names],
        '&size=3': [5000, ...names.slice(0, 2)],
        '&size=3&page=1': names.slice(2, 5),
        '&size=3&page=2': names.slice(5),
        '&size=3&page=3': [],
      }
      for (const [query, expected] of Object.entries(pages)) {
        const { content, page } = await accessLog(`?runs=true${query}`)
        const entries = content.map((entry) => entry.run?.count ?? entry.client?.name)
        expect([query, entries, page.totalElements]).toEqual([query, expected, 7])
      }
    })

    test('groups only entries of one person, one day and a known client', async () => {
      const day = (date: string, columns: object = {}) =>
        Array.from({ length: 5 }, () => row(0, { at: `${date}T09:00:00.000Z`, ...columns }))
      await log(
        ...day('2026-06-01'),
        ...day('2026-06-02'),
        ...day('2026-06-02', { account_id: 'sam' }),
        ...day('2026-06-03', { action: 'logo-changed', client_uuid: null, client_name: null }),
      )
      const { content } = await accessLog('?runs=true')
      expect(content.map(({ action, run }) => [action, run?.count])).toEqual([
        ...Array.from({ length: 5 }, () => ['logo-changed', undefined]),
        ...Array.from({ length: 3 }, () => ['registered', 5]),
      ])
    })
  })

  test('exclude rejected calls, calls that change nothing, and reads by an owner', async () => {
    const account_id = await account(testServer.db, 'jan@mail.example')
    const uuid = await owned({ account_id })
    await call('POST', `practice/a/clients?clientUuid=${uuid}`)
    await lock(uuid, false)
    await call('PUT', 'practice/a', { name: 'Praktijk a', title: null })
    await call('PUT', 'practice/a', { name: '' })
    await call('POST', `practice/a/clients?clientUuid=${await client(testServer.db, 'a')}`)
    await call('DELETE', `clients/${crypto.randomUUID()}`)
    await testServer.readAs(account_id, `clients/${uuid}/visit-forms`)
    expect(await actions()).toEqual([])
    await call('DELETE', 'practice/a/clients')
    await call('DELETE', 'practice/a/clients')
    expect(await actions()).toEqual(['deleted-all'])
  })

  test('contain names at the time of the change without contents', async () => {
    const uuid = await owned({
      last_name: 'Bos',
      company_name: 'Hoeve Bos',
      street: 'Geheime Laan',
      phone: '0612345678',
    })
    await patient(testServer.db, uuid, 'Bella')
    await call('GET', `clients/${uuid}/visit-forms`)
    await call('PUT', 'practice/a', { text: 'Vertrouwelijk', website: 'https://secret.example' })
    await lock(uuid)
    await testServer.db.updateTable('client').set({ company_name: null, last_name: 'Smit' }).execute()
    await testServer.db.updateTable('account').set({ last_name: 'Later' }).where('id', '=', adminId).execute()
    const { content } = await accessLog()
    expect(content).toMatchObject([{ account: { name: 'Tess de Wit' }, client: { uuid, name: 'Hoeve Bos' } }, {}, {}])
    expect(JSON.stringify(await testServer.rows('audit'))).not.toMatch(
      /Geheime|0612345678|Bella|Vertrouwelijk|secret\.example/,
    )
  })

  describe('for a changed account name', () => {
    let sam: string
    beforeEach(async () => {
      sam = await account(testServer.db, 'sam@a.example', { ...named('Sam'), staff_role: 'CLINIC_USER' })
    })
    const rename = (body: object, by = sam) => testServer.callAs(by, 'PUT', 'user', { language: 'nl', ...body })

    test('contain both names', async () => {
      const uuid = await owned()
      expect((await rename({ firstName: 'Tess', lastName: 'de Wit' })).status).toBe(200)
      await testServer.callAs(sam, 'PUT', `clients/${uuid}`, { locked: true })
      const account = { id: sam, username: 'sam@a.example' }
      expect((await accessLog()).content).toMatchObject([
        { action: 'locked', account: { ...account, name: 'Tess de Wit' } },
        { action: 'renamed', account: { ...account, name: 'Sam' }, names: { from: 'Sam', to: 'Tess de Wit' } },
      ])
    })

    test('appear in each practice where the account works', async () => {
      for (const id of ['left', 'other']) await practice(testServer.db, id)
      for (const id of ['b', 'left']) await membership(testServer.db, sam, id)
      const ended = { ended_at: '2026-06-01T10:00:00.000Z' }
      await testServer.db.updateTable('membership').set(ended).where('practice_id', '=', 'left').execute()
      await rename({ firstName: 'Samir' })
      const rows = await testServer.rows('audit')
      expect(rows.map(({ practice_id, action }) => `${practice_id} ${action}`).sort()).toEqual([
        'a renamed',
        'b renamed',
      ])
    })

    test('use the user name if the account has no name', async () => {
      await rename({ firstName: '' })
      await rename({ lastName: 'Bos' })
      expect((await accessLog()).content.map(({ names }) => names)).toEqual([
        { from: 'sam@a.example', to: 'Bos' },
        { from: 'Sam', to: 'sam@a.example' },
      ])
    })

    test('are omitted for an unchanged name and for owners', async () => {
      await rename({ firstName: ' Sam ', lastName: '' })
      await rename({})
      const owner = await account(testServer.db, 'jan@mail.example')
      await client(testServer.db, 'a', { account_id: owner })
      expect((await rename({ firstName: 'Jan' }, owner)).status).toBe(200)
      expect(await actions()).toEqual([])
    })

    test.each(['firstName', 'lastName'])('reject an invisible character in %s', async (field) => {
      const invite = (name: string) =>
        call('POST', 'practice/a/staff', { username: 'new@a.example', role: 'CLINIC_USER', [field]: name })
      const problem = { code: 'validation-failed', errors: [{ pointer: `#/${field}`, code: 'invalidText' }] }
      for (const rejected of [await rename({ [field]: 'Tess\u200B' }), await invite('Tess\u200B')])
        expect([rejected.status, await rejected.json()]).toMatchObject([400, problem])
      expect(await actions()).toEqual([])
      expect([(await rename({ [field]: 'Ayşe' })).status, (await invite('Ayşe')).status]).toEqual([200, 201])
    })
  })

  test('record concurrent views of a client in one session once', { tags: ['database'] }, async () => {
    const [one, two] = [await owned({ last_name: 'Een' }), await owned({ last_name: 'Twee' })]
    await patient(testServer.db, one, 'Bella')
    await reminder(testServer.db, one)
    const session = await testServer.signIn(adminId)
    const other = createApp(testServer.ports)
    const statuses = async (...paths: string[]) => {
      const calls = paths.map(async (path, index) =>
        index % 2 === 0
          ? testServer.call('GET', `clients/${path}`, { token: session })
          : other.fetch(new Request(`http://portal.test/api/clients/${path}`, { headers: { authorization: session } })),
      )
      return (await Promise.all(calls)).map(({ status }) => status)
    }
    await statuses(one, `${crypto.randomUUID()}/visit-forms`)
    expect(await actions()).toEqual([])
    // Two servers share the database.
    const reads = ['patients', 'reminders', 'reminders?active=true&size=1'].map((path) => `${one}/${path}`)
    expect(await statuses(...reads, ...reads)).toEqual([200, 200, 200, 200, 200, 200])
    expect(testServer.logged.filter(({ event }) => event === 'audit-failed')).toEqual([])
    await statuses(`${two}/visit-forms`)
    expect((await accessLog()).content.map((entry) => entry.client?.name)).toEqual(['Twee', 'Een'])
    await call('GET', `clients/${one}/visit-forms`)
    expect(await actions()).toEqual(['viewed-as', 'viewed-as', 'viewed-as'])
  })

  test('are required for a change, which is rolled back otherwise', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example' })
    const seen = await owned()
    const token = await testServer.signIn(adminId)
    const view = async () => (await testServer.call('GET', `clients/${seen}/visit-forms`, { token })).status
    await sql`alter table audit rename to elsewhere`.execute(testServer.db)
    const changes = [
      await call('POST', `practice/a/clients?clientUuid=${uuid}`),
      await call('PUT', 'practice/a', { title: 'Nieuw' }),
    ]
    expect(changes.map(({ status }) => status)).toEqual([500, 500])
    testServer.logged.length = 0
    expect(await view()).toBe(200)
    const account = expect.stringMatching(/^[\w-]{16}$/) as string
    expect(testServer.logged).toMatchObject([
      { event: 'audit-failed', fields: { action: 'viewed-as', account, client: seen } },
      { event: 'request' },
    ])
    await sql`alter table elsewhere rename to audit`.execute(testServer.db)
    const { registered } = (await testServer.rows('client')).find((row) => row.uuid === uuid)!
    expect(registered).toBe(0)
    // The log retries a failed write after five seconds at the earliest, because each attempt may delay the server.
    expect(await view()).toBe(200)
    expect(await actions()).toEqual([])
    testServer.advance(5000)
    expect(await view()).toBe(200)
    expect(await actions()).toEqual(['viewed-as'])
  })

  test('count the changes of an import in each practice', async () => {
    const load = (...records: AnyRecord[]) =>
      loadExport(testServer.db, checked(records), { practiceId: null, now: testServer.now })
    const mine = { practiceId: 'a' }
    const first = [clientLine(1, mine), clientLine(2, mine), patientLine(1, 1), clientLine(3, { practiceId: 'b' })]
    await load(...first)
    await load(...first)
    await load(clientLine(1, { ...mine, lastName: 'Smit' }), clientLine(2, mine), clientLine(3, { practiceId: 'b' }))
    const imported = (changes: object) => ({ at: testServer.now.toISOString(), action: 'imported', changes })
    const counts = (added: number, updated: number, unchanged: number) => ({ added, updated, unchanged })
    expect((await accessLog()).content).toEqual([
      imported({ client: counts(0, 1, 1) }),
      imported({ client: counts(2, 0, 0), patient: counts(1, 0, 0) }),
    ])
    const adminOfB = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    expect((await accessLog('', adminOfB, 'b')).content).toEqual([imported({ client: counts(1, 0, 0) })])
    await load(practiceLine('new'))
    expect(await testServer.rows('audit')).toHaveLength(4)
  })

  test('are paged and kept for two years', async () => {
    const uuid = await owned()
    for (let round = 0; round < 4; round += 1) {
      testServer.advance(1000)
      await lock(uuid, round % 2 === 0)
    }
    const page = { size: 3, totalPages: 2, totalElements: 4 }
    const last = [{ at: '2026-06-15T10:00:01.000Z', action: 'locked' }]
    expect(await accessLog('?page=1&size=3')).toMatchObject({ content: last, page: { ...page, number: 1 } })
    expect(await accessLog('?page=9&size=3')).toEqual({ content: [], page: { ...page, number: 9 } })
    testServer.now = new Date('2028-06-15T10:00:04.000Z')
    expect(await actions()).toEqual(['unlocked'])
    testServer.advance(1)
    expect(await actions()).toEqual([])
    await lock(uuid)
    expect(await actions()).toEqual(['locked'])
  })
})
