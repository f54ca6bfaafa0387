import { beforeEach, describe, expect, test } from 'vitest'
import type { NewShareLink, ShareLink } from '#contract/schemas/share-link.ts'
import type { SharedView } from '#contract/schemas/shared-view.ts'
import { CARD_PARTS } from '#contract/share-link.ts'
import { loadExport } from '#server/import/load.ts'
import { checked } from '#harness/example-export.ts'
import { purge } from '#server/purge/purge.ts'
import { account, appointment, client, logbookEntry, patient, practice, reminder, staff } from '#harness/builders.ts'
import { type TestServer, eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

onEngines('a share link', (engine) => {
  const testServer = eachTestServer(engine)
  let [clientId, ownerId, patientId, owner] = ['', '', '', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a', { name: 'De Waag', phone: '030 555 01 23', iban: 'NL00' })
    ownerId = await account(db, 'jan@mail.example')
    const person = { last_name: 'Jansen', email: 'jan@mail.example', mobile: '06 1234', street: 'Dorpsstraat' }
    clientId = await client(db, 'a', { account_id: ownerId, ...person })
    patientId = await patient(db, clientId, 'Bella')
    owner = await testServer.signIn(ownerId)
  })

  const later = async (ms: number) => {
    testServer.advance(ms)
    owner = await testServer.signIn(ownerId)
    return testServer.now.toISOString()
  }
  const list = () => testServer.read<ShareLink[]>(`clients/${clientId}/shared-cards`, owner)
  const post = (body: object, of = patientId) =>
    testServer.call('POST', `clients/${clientId}/patients/${of}/shared-cards`, { token: owner, body })
  const share = (parts: readonly string[] = ['identity'], note?: string) =>
    testServer.ok<NewShareLink>(post({ parts, ...(note !== undefined && { note }) }))
  const shareTwenty = async () => {
    const cards: NewShareLink[] = []
    for (let count = 0; count < 20; count++) cards.push(await share())
    return cards
  }
  const open = (secret: string, address?: string) =>
    testServer.call('GET', 'shared-card', { token: secret, ...(address !== undefined && { address }) })
  const opened = (secret: string) => testServer.ok<SharedView>(open(secret))
  const statusOf = async (secret: string, address?: string) => (await open(secret, address)).status
  const revoke = async (uuid: string) =>
    (await testServer.call('DELETE', `clients/${clientId}/shared-cards/${uuid}`, { token: owner })).status
  const stored = () => testServer.db.selectFrom('shared_card').selectAll().execute()

  test('opens for seven days without a session', async () => {
    const { secret, ...made } = await share(['identity', 'phone', 'identity'], '  Oppas Jan ')
    expect(made).toMatchObject({
      patientUuid: patientId,
      parts: ['identity', 'phone'],
      note: 'Oppas Jan',
      endsAt: new Date(testServer.now.getTime() + 7 * DAY_MS).toISOString(),
    })
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(await list()).toEqual([made])
    expect(JSON.stringify(await stored())).not.toContain(secret)
    expect(await opened(secret)).toMatchObject({ patient: { name: 'Bella' }, practice: { name: 'De Waag' } })
    for (let day = 0; day < 7; day += 1) {
      await purge(testServer.ports)
      await later(day < 6 ? DAY_MS : DAY_MS - 1)
    }
    expect(await statusOf(secret)).toBe(200)
    await later(1)
    expect(await statusOf(secret)).toBe(404)
    expect(await list()).toEqual([])
    expect(await stored()).toHaveLength(1)
    await purge(testServer.ports)
    await later(DAY_MS - HOUR_MS)
    await purge(testServer.ports)
    expect(await stored()).toEqual([])
  })

  test('records when it was last opened, to the minute', async () => {
    const { secret } = await share()
    expect((await list())[0]).not.toHaveProperty('openedAt')
    const openedAfter = async (ms: number) => {
      const now = await later(ms)
      await opened(secret)
      await testServer.mails()
      return now
    }
    const first = await openedAfter(HOUR_MS)
    expect(await list()).toMatchObject([{ openedAt: first }])
    await openedAfter(59_000)
    expect(await list()).toMatchObject([{ openedAt: first }])
    const next = await openedAfter(1000)
    expect(await list()).toMatchObject([{ openedAt: next }])
  })

  test('returns the same 404 for an unknown secret and a revoked link', async () => {
    const { uuid, secret } = await share()
    const current = await share()
    const plain = async (response: Response) => ({
      status: response.status,
      body: { ...((await response.json()) as object), instance: '' },
      headers: [...response.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
    })
    expect(await revoke(uuid)).toBe(204)
    const ended = await plain(await open(secret))
    expect(ended.status).toBe(404)
    expect(ended.headers).toContainEqual(['cache-control', 'no-store'])
    for (const response of [open('A'.repeat(32)), testServer.call('GET', 'shared-card'), open(owner)])
      expect(await plain(await response)).toEqual(ended)
    expect(await revoke(uuid)).toBe(404)
    expect(await statusOf(current.secret)).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test.each<[string, (db: TestServer['db']) => Promise<unknown>]>([
    ['the client is locked', (db) => db.updateTable('client').set({ locked: 1 }).execute()],
    ['the practice is locked', (db) => db.updateTable('practice').set({ locked: 1 }).execute()],
    [
      'the client is not registered',
      (db) => db.updateTable('client').set({ registered: 0, account_id: null }).execute(),
    ],
    [
      'the client has another account',
      async (db) =>
        db
          .updateTable('client')
          .set({ account_id: await account(db, 'piet@mail.example') })
          .execute(),
    ],
    ['the animal is deleted', (db) => db.deleteFrom('patient').execute()],
    [
      'the animal has another client',
      async (db) =>
        db
          .updateTable('patient')
          .set({ client_uuid: await client(db, 'a') })
          .execute(),
    ],
  ])('returns 404 if %s', async (_, change) => {
    const { secret } = await share()
    expect(await statusOf(secret)).toBe(200)
    await change(testServer.db)
    expect(await outcomeOf(open(secret))).toBe('404 not-found')
  })

  test('is not listed for the next account of the client', async () => {
    await shareTwenty()
    ownerId = await account(testServer.db, 'piet@mail.example')
    await testServer.db.updateTable('client').set({ account_id: ownerId }).execute()
    owner = await testServer.signIn(ownerId)
    expect(await list()).toEqual([])
    await share()
    expect(await list()).toHaveLength(1)
  })

  test('ends permanently when the client is removed', async () => {
    const { secret } = await share()
    const admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    const call = async (method: string, path: string) => testServer.ok(testServer.call(method, path, { token: admin }))
    // A client at another practice keeps the account in existence.
    await practice(testServer.db, 'b')
    await client(testServer.db, 'b', { account_id: ownerId })
    await call('DELETE', `clients/${clientId}`)
    expect(await stored()).toEqual([])
    await call('POST', `practice/a/clients?clientUuid=${clientId}`)
    expect(await statusOf(secret)).toBe(404)
    const next = await share()
    await call('DELETE', 'practice/a/clients')
    expect(await stored()).toEqual([])
    expect(await statusOf(next.secret)).toBe(404)
  })

  describe('with selected parts', () => {
    const IDENTITY = {
      species: 'DOG',
      breed: 'Stabij',
      chipNumber: '528140000712345',
      alerts: 'Allergisch voor penicilline',
    } as const
    const WEIGHT = { weightKg: 21.4, weights: [{ date: '2026-05-01', kg: 21.4 }] }
    const TREATMENT = { kind: 'TREATMENT', productName: 'Penivet', dosage: '1 dd' } as const
    const RABIES = { date: '2026-06-01', kind: 'VACCINATION', description: 'Rabiës' } as const
    const DUE = { type: 'VACCINATION', description: 'Rabiës', date: '2026-09-01', active: true }
    const DEWORMING = { type: 'DEWORMING', description: 'Ontworming', date: '2026-09-01', active: true }

    // Every value that no share link may show contains "Geheim".
    beforeEach(async () => {
      const { db } = testServer
      const insurance = { company: 'Dierzeker', policyNumber: 'DZ-1' }
      const dog = { ...IDENTITY, ...WEIGHT, insurance, caretaker: { lastName: 'Geheim' } }
      await db
        .updateTable('patient')
        .set({ data: JSON.stringify({ uuid: patientId, name: 'Bella', ...dog }) })
        .execute()
      const entry = (date: string, more: object) => logbookEntry(db, patientId, { date }, { date, ...more })
      await entry(RABIES.date, { ...RABIES, veterinarian: 'drs. Geheim' })
      await entry('2026-06-02', { ...TREATMENT, supplier: 'Geheim' })
      await entry('2025-06-02', { kind: 'TREATMENT', productName: 'Geheim, van vroeger' })
      await entry('2026-06-03', { kind: 'VISIT', description: 'Geheim' })
      const due = (fields: object, ofPatient: string | null = patientId, active: 0 | 1 = 1) => {
        const data = { uuid: crypto.randomUUID(), ...fields, active: active === 1 }
        return reminder(db, clientId, { patient_uuid: ofPatient, active, data: JSON.stringify(data) })
      }
      await due({ ...DUE, note: 'Geheim' })
      await due(DEWORMING)
      await due({ ...DEWORMING, description: 'Geheim, want gedaan' }, patientId, 0)
      await due({ ...DEWORMING, description: 'Geheim, van een ander dier' }, null)
      await logbookEntry(db, await patient(db, clientId, 'Geheim'), {}, { productName: 'Geheim' })
    })

    test.each<[string, { patient?: object; owner?: object; logbook?: object[]; reminders?: object[] }]>([
      ['identity', { patient: IDENTITY }],
      ['weight', { patient: WEIGHT }],
      ['phone', { owner: { name: 'Jansen', phone: '06 1234' } }],
      ['vaccinations', { logbook: [RABIES], reminders: [DUE] }],
      [
        'medicines',
        { patient: { species: 'DOG' }, logbook: [{ date: '2026-06-02', description: 'Controle', ...TREATMENT }] },
      ],
      ['reminders', { reminders: [DUE, DEWORMING] }],
    ])('shows only %s if only that part is shared', async (part, expected) => {
      const { secret, endsAt } = await share([part])
      const { reminders, ...card } = await opened(secret)
      const unnamed = reminders.map(({ uuid: _, ...each }) => each)
      const sorted = unnamed.toSorted((a, b) => b.description.localeCompare(a.description))
      expect({ ...card, reminders: sorted }).toEqual({
        logbook: [],
        reminders: [],
        practice: { name: 'De Waag', phone: '030 555 01 23' },
        parts: [part],
        endsAt,
        ...expected,
        patient: { uuid: patientId, name: 'Bella', ...expected.patient },
      })
    })

    test('shows no other data if all parts are shared', async () => {
      const date = '2026-05-01'
      const uuid = crypto.randomUUID()
      const data = JSON.stringify({ uuid, date, active: true, description: 'Gebit' })
      await reminder(testServer.db, clientId, { patient_uuid: patientId, uuid, date, data })
      const start = '2026-06-20T08:00:00.000Z'
      await appointment(testServer.db, clientId, { reminderUuid: uuid, start })
      const { secret } = await share(CARD_PARTS)
      const { reminders, ...card } = await opened(secret)
      expect(reminders).toHaveLength(3)
      expect(reminders.filter(({ bookedFor }) => bookedFor)).toMatchObject([{ uuid, bookedFor: start }])
      const text = JSON.stringify([card, reminders])
      expect(text).toContain('Penivet')
      expect(text).not.toMatch(/Geheim|Dierzeker|Dorpsstraat|NL00|jan@mail/)
      expect(text).not.toContain(clientId)
    })
  })

  test.each<[string, object, number]>([
    ['without a part', { parts: [] }, 400],
    ['with an unknown part', { parts: ['invoices'] }, 400],
    ['with a note of 61 characters', { parts: ['identity'], note: 'x'.repeat(61) }, 400],
    ['with a note of 60 characters', { parts: ['identity'], note: 'x'.repeat(60) }, 201],
  ])('%s: %j returns %i', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  test('is limited to twenty per account at a time', async () => {
    const [first] = await shareTwenty()
    expect((await post({ parts: ['identity'] })).status).toBe(409)
    await revoke(first!.uuid)
    expect((await post({ parts: ['identity'] }, patientId.toUpperCase())).status).toBe(201)
    await later(7 * DAY_MS)
    expect((await post({ parts: ['identity'] })).status).toBe(201)
  })

  test('can be opened 120 times an hour per IP address', async () => {
    const { secret } = await share()
    for (let count = 0; count < 120; count++) expect(await statusOf(secret, '192.0.2.1')).toBe(200)
    expect(await statusOf(secret, '192.0.2.1')).toBe(429)
    expect(await statusOf(secret, '192.0.2.2')).toBe(200)
    await later(HOUR_MS)
    expect(await statusOf(secret, '192.0.2.1')).toBe(200)
  })

  test("is logged when shared and revoked, without the owner's account", async () => {
    const { uuid, secret } = await share(['identity'], 'Oppas Jan')
    await opened(secret)
    await revoke(uuid)
    await revoke(uuid)
    await post({ parts: [] })
    const entry = { client_name: 'Jansen', account_id: null, details: null }
    expect(await testServer.db.selectFrom('audit').selectAll().orderBy('id').execute()).toMatchObject([
      { action: 'card-shared', ...entry },
      { action: 'card-revoked', ...entry },
    ])
  })

  test('remains valid when an export changes its animal', async () => {
    const { secret } = await share()
    const animal = { uuid: patientId, clientUuid: clientId, name: 'Bella', breed: 'Friese stabij' }
    const { loaded } = await loadExport(testServer.db, checked([{ record: 'patient', ...animal }]), {
      practiceId: 'a',
      now: testServer.now,
    })
    expect(loaded).toBe(true)
    expect(await opened(secret)).toMatchObject({ patient: { breed: 'Friese stabij' } })
  })
})
