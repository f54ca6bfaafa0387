import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CARD_PARTS, type NewSharedCard, type SharedCard } from '#contract/shared-card.ts'
import type { OpenedCard } from '#contract/opened-card.ts'
import { loadExport } from '#server/import/load.ts'
import { checked } from '#harness/example-export.ts'
import { purge } from '#server/purge/purge.ts'
import { account, appointment, client, logbookEntry, patient, practice, reminder, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// The clock of the tests stands at 15 June 2026.
onEngines('a card that is shared by a link', (engine) => {
  let testServer: TestServer
  let clientId: string
  let ownerId: string
  let patientId: string
  let owner: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a', { name: 'De Waag', phone: '030 555 01 23', iban: 'NL00' })
    ownerId = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', {
      account_id: ownerId,
      last_name: 'Jansen',
      email: 'jan@mail.example',
      mobile: '06 1234',
      street: 'Dorpsstraat',
    })
    patientId = await patient(testServer.db, clientId, 'Bella')
    owner = await testServer.signIn(ownerId)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = async (ms: number) => {
    testServer.now = new Date(testServer.now.getTime() + ms)
    owner = await testServer.signIn(ownerId)
    return testServer.now.toISOString()
  }
  const record = (data: object) =>
    testServer.db
      .updateTable('patient')
      .set({ data: JSON.stringify({ uuid: patientId, name: 'Bella', ...data }) })
      .where('uuid', '=', patientId)
      .execute()
  const list = async (): Promise<SharedCard[]> =>
    (await (await testServer.call('GET', `clients/${clientId}/shared-cards`, { token: owner })).json()) as SharedCard[]
  const post = (body: object, token = owner, of = patientId) =>
    testServer.call('POST', `clients/${clientId}/patients/${of}/shared-cards`, { token, body })
  const share = async (parts: readonly string[] = ['identity'], note?: string) => {
    const answer = await post({ parts, ...(note !== undefined && { note }) })
    expect(answer.status).toBe(201)
    return (await answer.json()) as NewSharedCard
  }
  const open = (secret: string) => testServer.call('GET', 'shared-card', { token: secret })
  const opened = async (secret: string): Promise<OpenedCard> => {
    const answer = await open(secret)
    expect(answer.status).toBe(200)
    return (await answer.json()) as OpenedCard
  }
  const revoke = (uuid: string) =>
    testServer.call('DELETE', `clients/${clientId}/shared-cards/${uuid}`, { token: owner })
  const noted = async () => void (await testServer.mails())
  const trail = async () => {
    const rows = await testServer.db.selectFrom('audit').selectAll().orderBy('id').execute()
    return rows.map(({ action, client_name, account_id, details }) => [action, client_name, account_id, details])
  }

  test('opens without a session for seven days, and is listed without its secret', async () => {
    const { secret, ...made } = await share(['identity', 'phone', 'identity'], '  Oppas Jan ')
    expect(made).toMatchObject({
      patientUuid: patientId,
      parts: ['identity', 'phone'],
      note: 'Oppas Jan',
      endsAt: new Date(testServer.now.getTime() + 7 * DAY_MS).toISOString(),
    })
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(await list()).toEqual([made])
    expect(JSON.stringify(await testServer.db.selectFrom('shared_card').selectAll().execute())).not.toContain(secret)
    expect(await opened(secret)).toMatchObject({ patient: { name: 'Bella' }, practice: { name: 'De Waag' } })
    await later(7 * DAY_MS - 1)
    expect((await open(secret)).status).toBe(200)
    await later(1)
    expect((await open(secret)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('says when it was looked at last', async () => {
    const { secret } = await share()
    expect((await list())[0]).not.toHaveProperty('openedAt')
    const first = await later(HOUR_MS)
    await opened(secret)
    await noted()
    expect(await list()).toMatchObject([{ openedAt: first }])
    await later(59_000)
    await opened(secret)
    await noted()
    expect(await list()).toMatchObject([{ openedAt: first }])
    const next = await later(1000)
    await opened(secret)
    await noted()
    expect(await list()).toMatchObject([{ openedAt: next }])
  })

  test('answers as what is no secret of anybody once it is revoked', async () => {
    const { uuid, secret } = await share()
    const kept = await share()
    const plain = async (answer: Response) => ({
      status: answer.status,
      body: { ...((await answer.json()) as object), instance: '' },
      headers: [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
    })
    expect((await revoke(uuid)).status).toBe(204)
    const ended = await plain(await open(secret))
    expect(ended.status).toBe(404)
    expect(ended.headers).toContainEqual(['cache-control', 'no-store'])
    expect(await plain(await open('A'.repeat(32)))).toEqual(ended)
    expect(await plain(await testServer.call('GET', 'shared-card'))).toEqual(ended)
    expect(await plain(await open(owner))).toEqual(ended)
    expect((await revoke(uuid)).status).toBe(404)
    expect((await open(kept.secret)).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  describe('is closed', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['where the client is locked', () => testServer.db.updateTable('client').set({ locked: 1 }).execute()],
      ['where the practice is locked', () => testServer.db.updateTable('practice').set({ locked: 1 }).execute()],
      [
        'where the client is off the portal',
        () => testServer.db.updateTable('client').set({ registered: 0, account_id: null }).execute(),
      ],
      [
        'once the client is somebody else’s',
        async () => {
          const next = await account(testServer.db, 'piet@mail.example')
          await testServer.db.updateTable('client').set({ account_id: next }).execute()
        },
      ],
      ['where the animal is gone', () => testServer.db.deleteFrom('patient').execute()],
      [
        'where the animal is another client’s',
        async () => {
          const other = await client(testServer.db, 'a')
          await testServer.db.updateTable('patient').set({ client_uuid: other }).execute()
        },
      ],
    ])('%s', async (_, change) => {
      const { secret } = await share()
      expect((await open(secret)).status).toBe(200)
      await change()
      const answer = await open(secret)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not-found'])
    })
  })

  test('is not listed for whose the client is next, and does not count for them', async () => {
    for (let count = 0; count < 20; count++) await share()
    ownerId = await account(testServer.db, 'piet@mail.example')
    await testServer.db.updateTable('client').set({ account_id: ownerId }).execute()
    owner = await testServer.signIn(ownerId)
    expect(await list()).toEqual([])
    await share()
    expect(await list()).toHaveLength(1)
  })

  test('goes with the client that is taken off the portal, and does not come back with it', async () => {
    const { secret } = await share()
    const admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    // Of two practices, so that the account stays.
    await practice(testServer.db, 'b')
    await client(testServer.db, 'b', { account_id: ownerId })
    expect((await testServer.call('DELETE', `clients/${clientId}`, { token: admin })).status).toBe(204)
    expect(await testServer.db.selectFrom('shared_card').select('uuid').execute()).toEqual([])
    const again = await testServer.call('POST', `practice/a/clients?clientUuid=${clientId}`, { token: admin })
    expect(again.status).toBe(201)
    expect((await open(secret)).status).toBe(404)
    const next = await share()
    expect((await testServer.call('DELETE', 'practice/a/clients', { token: admin })).status).toBe(204)
    expect(await testServer.db.selectFrom('shared_card').select('uuid').execute()).toEqual([])
    expect((await open(next.secret)).status).toBe(404)
  })

  describe('shows', () => {
    const DOG = {
      species: 'DOG',
      breed: 'Stabij',
      chipNumber: '528140000712345',
      alerts: 'Allergisch voor penicilline',
      weightKg: 21.4,
      weights: [{ date: '2026-05-01', kg: 21.4 }],
      insurance: { company: 'Dierzeker', policyNumber: 'DZ-1' },
      caretaker: { lastName: 'Geheim' },
    }

    beforeEach(async () => {
      await record(DOG)
      const entry = (date: string, more: object) => logbookEntry(testServer.db, patientId, { date }, { date, ...more })
      await entry('2026-06-01', { kind: 'VACCINATION', description: 'Rabiës', veterinarian: 'drs. Geheim' })
      await entry('2026-06-02', { kind: 'TREATMENT', productName: 'Penivet', dosage: '1 dd', supplier: 'Geheim' })
      await entry('2025-06-02', { kind: 'TREATMENT', productName: 'Van vroeger' })
      await entry('2026-06-03', { kind: 'VISIT', description: 'Geheim' })
      const due = (data: object, active: 0 | 1 = 1) =>
        reminder(testServer.db, clientId, {
          patient_uuid: patientId,
          active,
          data: JSON.stringify({ uuid: crypto.randomUUID(), date: '2026-09-01', active: active === 1, ...data }),
        })
      await due({ type: 'VACCINATION', description: 'Rabiës', note: 'Geheim' })
      await due({ type: 'DEWORMING', description: 'Ontworming' })
      await due({ type: 'DEWORMING', description: 'Geheim, want gedaan' }, 0)
      await reminder(testServer.db, clientId, {
        data: JSON.stringify({ active: true, description: 'Geheim, van een ander dier' }),
      })
      const other = await patient(testServer.db, clientId, 'Geheim')
      await logbookEntry(testServer.db, other, {}, { productName: 'Geheim' })
    })

    const ALWAYS = { logbook: [], reminders: [], practice: { name: 'De Waag', phone: '030 555 01 23' } }
    const RABIES = { date: '2026-06-01', kind: 'VACCINATION', description: 'Rabiës' }
    const DUE = { type: 'VACCINATION', description: 'Rabiës', date: '2026-09-01', active: true }

    test.each<[string[], object]>([
      [
        ['identity'],
        {
          patient: {
            species: 'DOG',
            breed: 'Stabij',
            chipNumber: '528140000712345',
            alerts: 'Allergisch voor penicilline',
          },
        },
      ],
      [['weight'], { patient: { weightKg: 21.4, weights: DOG.weights } }],
      [['phone'], { owner: { name: 'Jansen', phone: '06 1234' } }],
      [['vaccinations'], { logbook: [RABIES], reminders: [DUE] }],
      [
        ['medicines'],
        {
          patient: { species: 'DOG' },
          logbook: [
            { date: '2026-06-02', kind: 'TREATMENT', description: 'Controle', productName: 'Penivet', dosage: '1 dd' },
          ],
        },
      ],
      [
        ['reminders'],
        { reminders: [DUE, { type: 'DEWORMING', description: 'Ontworming', date: '2026-09-01', active: true }] },
      ],
    ])('of %s no more than that', async (parts, expected) => {
      const { secret, endsAt } = await share(parts)
      const { reminders, ...card } = await opened(secret)
      const unnamed = reminders.map(({ uuid: _, ...each }) => each)
      const sorted = unnamed.toSorted((a, b) => b.description.localeCompare(a.description))
      expect({ ...card, reminders: sorted }).toEqual({
        ...ALWAYS,
        parts,
        endsAt,
        ...expected,
        patient: { uuid: patientId, name: 'Bella', ...(expected as { patient?: object }).patient },
      })
    })

    test('of a reminder when it is booked, so that nobody reads that it is late', async () => {
      const booked = await reminder(testServer.db, clientId, { patient_uuid: patientId, date: '2026-05-01' })
      await testServer.db
        .updateTable('reminder')
        .set({ data: JSON.stringify({ uuid: booked, date: '2026-05-01', active: true, description: 'Gebit' }) })
        .where('uuid', '=', booked)
        .execute()
      const start = '2026-06-20T08:00:00.000Z'
      await appointment(testServer.db, clientId, { reminderUuid: booked, start })
      const { secret } = await share(['reminders'])
      const { reminders } = await opened(secret)
      expect(reminders).toHaveLength(3)
      expect(reminders.filter(({ bookedFor }) => bookedFor)).toMatchObject([{ uuid: booked, bookedFor: start }])
    })

    test('of all parts nothing of what is in none of them', async () => {
      const { secret } = await share(CARD_PARTS)
      const text = await (await open(secret)).text()
      expect(text).toContain('Penivet')
      expect(text).not.toMatch(/Geheim|Dierzeker|Dorpsstraat|Van vroeger|NL00|jan@mail/)
      expect(text).not.toContain(clientId)
    })
  })

  describe('is refused', () => {
    test.each<[string, object, number]>([
      ['without a part', { parts: [] }, 400],
      ['with a part that is none', { parts: ['invoices'] }, 400],
      ['with a name of a book', { parts: ['identity'], note: 'x'.repeat(61) }, 400],
      ['with nothing', {}, 400],
      ['no longer', { parts: ['identity'], note: 'x'.repeat(60) }, 201],
    ])('%s', async (_, body, status) => {
      expect((await post(body)).status).toBe(status)
    })

    test('of an animal of another client', async () => {
      const other = await patient(testServer.db, await client(testServer.db, 'a'), 'Rex')
      expect((await post({ parts: ['identity'] }, owner, other)).status).toBe(404)
      expect((await post({ parts: ['identity'] }, owner, patientId.toUpperCase())).status).toBe(201)
    })

    test('to staff, who are told of none', async () => {
      await share()
      const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
      expect((await post({ parts: ['identity'] }, token)).status).toBe(403)
      expect((await testServer.call('GET', `clients/${clientId}/shared-cards`, { token })).status).toBe(403)
    })

    test('the twenty-first at once, until one is revoked or has ended', async () => {
      const cards: NewSharedCard[] = []
      for (let count = 0; count < 20; count++) cards.push(await share())
      expect((await post({ parts: ['identity'] })).status).toBe(409)
      await revoke(cards[0]!.uuid)
      expect((await post({ parts: ['identity'] })).status).toBe(201)
      await later(7 * DAY_MS)
      expect((await post({ parts: ['identity'] })).status).toBe(201)
    })

    test('to one address that opens many, for an hour', async () => {
      const { secret } = await share()
      const from = (clientAddress: string) =>
        testServer.fetch(new Request('http://portal.test/api/shared-card', { headers: { authorization: secret } }), {
          clientAddress,
        })
      for (let count = 0; count < 120; count++) expect((await from('192.0.2.1')).status).toBe(200)
      expect((await from('192.0.2.1')).status).toBe(429)
      expect((await from('192.0.2.2')).status).toBe(200)
      await later(HOUR_MS)
      expect((await from('192.0.2.1')).status).toBe(200)
    })
  })

  test('is in the audit trail when it is made and revoked, as what the client did', async () => {
    const { uuid, secret } = await share(['identity'], 'Oppas Jan')
    await opened(secret)
    await revoke(uuid)
    await revoke(uuid)
    await post({ parts: [] })
    expect(await trail()).toEqual([
      ['card-shared', 'Jansen', null, null],
      ['card-revoked', 'Jansen', null, null],
    ])
  })

  test('survives an import of its animal', async () => {
    const { secret } = await share()
    const animal = { uuid: patientId, clientUuid: clientId, name: 'Bella', breed: 'Friese stabij' }
    const { loaded } = await loadExport(testServer.db, checked([{ record: 'patient', ...animal }]), {
      practiceId: 'a',
      now: testServer.now,
    })
    expect(loaded).toBe(true)
    expect(await opened(secret)).toMatchObject({ patient: { breed: 'Friese stabij' } })
  })

  test('is purged when it has ended', async () => {
    const { uuid } = await share()
    await purge(testServer.ports)
    const hourly = async (days: number) => {
      for (let hour = 0; hour < days * 24; hour++) {
        await later(HOUR_MS)
        await purge(testServer.ports)
      }
    }
    await hourly(6)
    expect(await testServer.db.selectFrom('shared_card').select('uuid').execute()).toEqual([{ uuid }])
    await hourly(2)
    expect(await testServer.db.selectFrom('shared_card').select('uuid').execute()).toEqual([])
  })
})
