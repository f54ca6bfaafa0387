import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { requestCountOf } from '#server/requests/queries.ts'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, isEmpty, loadDemo } from '#server/demo/load.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { DEMO_PRACTICES } from '#server/demo/practices.ts'
import { createDays } from '#server/demo/days.ts'
import { checkLine } from '#server/import/check.ts'
import { account } from '#harness/builders.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'

const days = createDays(new Date('2026-06-15T10:00:00.000Z'))

test('every record keeps to the contract', () => {
  const problems = makeDemo(days)
    .map((record, index) => checkLine(index + 1, JSON.stringify(record)))
    .filter((checked) => 'problems' in checked)
  expect(problems).toEqual([])
})

test('is the same every time; only its days move with today', () => {
  expect(makeDemo(days)).toEqual(makeDemo(days))
  const keys = (clock: Date) => makeDemo(createDays(clock)).map((record) => ('uuid' in record ? record.uuid : ''))
  expect(keys(new Date(2027, 1, 28))).toEqual(keys(new Date(2026, 5, 15)))
})

test('its practices are those that the check of the clock leaves alone', () => {
  const practices = makeDemo(days).filter(({ record }) => record === 'practice')
  expect(practices.map((practice) => 'id' in practice && practice.id)).toEqual(DEMO_PRACTICES)
})

test('its days are those of the practices, wherever the server stands', () => {
  expect(createDays(new Date('2026-11-23T22:59:00.000Z'))(0)).toBe('2026-11-23')
  expect(createDays(new Date('2026-11-23T23:00:00.000Z'))(1)).toBe('2026-11-25')
})

test('the people in it are as awkward as real ones', () => {
  const clients = makeDemo(days).filter((record) => record.record === 'client')
  expect(clients.some(({ companyName }) => companyName)).toBe(true)
  expect(clients.some(({ callName }) => !callName)).toBe(true)
  expect(clients.some(({ email }) => !email)).toBe(true)
  expect(clients.some(({ locked }) => locked)).toBe(true)
  expect(clients.some(({ lastName }) => lastName.startsWith('van '))).toBe(true)
  expect(clients.some(({ lastName }) => /\p{L}/u.test(lastName) && /[^ -~]/.test(lastName))).toBe(true)
  const shared = clients.filter(({ email }) => email === 'samen@mail.example')
  expect(shared.map(({ practiceId, registered }) => ({ practiceId, registered }))).toEqual([
    { practiceId: 'de-waag', registered: false },
    { practiceId: 'de-waag', registered: false },
  ])
})

test('no paper is from before the birth of its animal or after its death, and nobody is reminded of a dead one', () => {
  const records = makeDemo(days)
  const patients = records.filter((record) => record.record === 'patient')
  expect(patients.some(({ deceasedDate }) => deceasedDate)).toBe(true)
  const lives = new Map(patients.map(({ uuid, birthDate, deceasedDate }) => [uuid, { birthDate, deceasedDate }]))
  const amiss = records.filter((record) => {
    if (!('patientUuid' in record && 'date' in record)) return false
    const { birthDate = '', deceasedDate } = lives.get(record.patientUuid!)!
    if (record.date < birthDate) return true
    return deceasedDate ? record.date > deceasedDate || ('active' in record && record.active) : false
  })
  expect(amiss).toEqual([])
})

test('medicines are those for the kind of animal, with withdrawal periods where it may be eaten', () => {
  const records = makeDemo(days)
  const species = new Map(
    records.flatMap((record) => (record.record === 'patient' ? [[record.uuid, record.species]] : [])),
  )
  const pets = new Set(['DOG', 'CAT', 'RABBIT'])
  const given = records.flatMap((record) =>
    record.record === 'logbookEntry' && record.productName
      ? [{ ...record, isPet: pets.has(species.get(record.patientUuid)!), species: species.get(record.patientUuid) }]
      : [],
  )
  expect(given.some(({ isPet }) => isPet)).toBe(true)
  expect(given.filter(({ isPet, withdrawalMeatDays }) => isPet !== (withdrawalMeatDays === undefined))).toEqual([])
  expect(
    given.filter(({ productName }) => productName === 'Calcimag infuus').map((entry) => entry.species),
  ).not.toContain('HORSE')
})

test('visits, invoices and documents are those of the kind of animal', () => {
  const records = makeDemo(days)
  const patients = records.filter((record) => record.record === 'patient')
  const species = new Map(patients.map(({ uuid, species: kind }) => [uuid, kind ?? 'OTHER']))
  const seen = (of: (record: (typeof records)[number]) => string | undefined) => {
    const kinds: Record<string, Set<string>> = {}
    for (const record of records) {
      const told = of(record)
      if (told && 'patientUuid' in record) (kinds[told] ??= new Set()).add(species.get(record.patientUuid!)!)
    }
    return (told: string) => [...(kinds[told] ?? [])].toSorted()
  }
  const plans = seen((record) => (record.record === 'attachment' ? record.type : undefined))
  for (const type of ['treatment-plans', 'agreements']) {
    expect(plans(type)).toContain('SHEEP')
    expect(plans(type).filter((kind) => !['CATTLE', 'PIG', 'SHEEP'].includes(kind))).toEqual([])
  }
  expect(plans('lab-results')).toEqual(expect.arrayContaining(['CAT', 'DOG', 'HORSE', 'SHEEP']))
  const diagnoses = seen((record) => (record.record === 'visitForm' ? record.diagnosis : undefined))
  expect(diagnoses('Verstuiking')).toEqual(['DOG'])
  expect(diagnoses('Vlooienallergie')).toEqual(['CAT'])
  expect(diagnoses('Rotkreupel')).toEqual(['SHEEP'])
  const reminders = seen((record) => (record.record === 'reminder' ? record.description : undefined))
  expect(reminders('Vaccinatie: blauwtong')).toEqual(['CATTLE', 'SHEEP'])
  const herds = new Set(patients.flatMap(({ kind, name }) => (kind === 'HERD' ? [name] : [])))
  const cleaned = records.flatMap((record) =>
    record.record === 'invoice' && record.description === 'Gebitsreiniging' ? record.patientNames! : [],
  )
  expect(cleaned.length).toBeGreaterThan(0)
  expect(cleaned.filter((name) => herds.has(name))).toEqual([])
})

onEngines('the demo practices', (engine) => {
  test('fill an empty database, with the promised people and papers', async () => {
    await using testServer = await openTestServer(engine)
    const { db, ports } = testServer
    expect(await isEmpty(db)).toBe(true)
    await loadDemo(db, ports)
    expect(await isEmpty(db)).toBe(false)

    const counts = await db
      .selectFrom('client_count')
      .selectAll()
      .where('practice_id', '=', 'de-waag')
      .executeTakeFirst()
    expect(counts).toEqual({ practice_id: 'de-waag', registered: 180, unregistered: 90, activated: 162, failed: 4 })
    const practices = await db.selectFrom('practice').select(['id', 'name', 'locked']).orderBy('id').execute()
    expect(practices).toEqual([
      { id: 'de-hoef', name: 'Paardenkliniek De Hoef', locked: 1 },
      { id: 'de-linde', name: 'DAP De Linde', locked: 0 },
      { id: 'de-waag', name: 'DAP De Waag', locked: 0 },
    ])
    expect(await practicesOf('two@mail.example')).toEqual(['de-linde', 'de-waag'])
    expect(await practicesOf('owner@mail.example')).toEqual(['de-waag'])
    expect(await practicesOf('none@mail.example')).toEqual([])

    const owner = await db
      .selectFrom('client')
      .select('uuid')
      .where('email', '=', 'owner@mail.example')
      .executeTakeFirstOrThrow()
    const rows = async (table: 'patient' | 'reminder' | 'invoice' | 'visit_form' | 'attachment') =>
      await db.selectFrom(table).selectAll().where('client_uuid', '=', owner.uuid).execute()
    expect(await rows('patient')).toHaveLength(4)
    expect(await rows('reminder')).toHaveLength(30)
    expect(await rows('invoice')).toHaveLength(40)
    const attachments = await db
      .selectFrom('attachment')
      .select('type')
      .distinct()
      .where('client_uuid', '=', owner.uuid)
      .execute()
    expect(attachments).toHaveLength(4)
    const requests = await db.selectFrom('request').select(['kind', 'state', 'client_uuid']).execute()
    for (const state of REQUEST_STATES) expect(requests.map((request) => request.state)).toContain(state)
    const kindsOfOwner = requests.filter((request) => request.client_uuid === owner.uuid).map(({ kind }) => kind)
    for (const kind of REQUEST_KINDS) expect(kindsOfOwner).toContain(kind)
    expect(await requestCountOf(db, 'de-waag', testServer.now)).toMatchObject({ unseen: 1 })
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])

    async function practicesOf(username: string) {
      const found = await db
        .selectFrom('client')
        .innerJoin('account', 'account.id', 'client.account_id')
        .select('client.practice_id')
        .where('username', '=', username)
        .orderBy('client.practice_id')
        .execute()
      return found.map((row) => row.practice_id)
    }
  })

  test('every demo account signs in', async () => {
    await using testServer = await openTestServer(engine)
    await loadDemo(testServer.db, testServer.ports)
    for (const username of DEMO_ACCOUNTS) {
      const answer = await testServer.call('POST', 'user/authenticate', { body: { username, password: DEMO_PASSWORD } })
      expect([username, answer.status]).toEqual([username, 200])
    }
  })

  test('two servers that start at once end with one of each', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    await Promise.all([loadDemo(testServer.db, testServer.ports), loadDemo(testServer.db, testServer.ports)])
    const counts = await testServer.db
      .selectFrom('client_count')
      .select(['registered', 'unregistered'])
      .where('practice_id', '=', 'de-waag')
      .executeTakeFirst()
    expect(counts).toEqual({ registered: 180, unregistered: 90 })
  })

  test('an account is enough for a database not to be empty', async () => {
    await using testServer = await openTestServer(engine)
    await account(testServer.db, 'first@mail.example')
    expect(await isEmpty(testServer.db)).toBe(false)
  })
})

test('the reminders of the owner are in every group', () => {
  const records = makeDemo(days)
  const owner = records.find((record) => record.record === 'client' && record.email === 'owner@mail.example')
  const reminders = records.filter(
    (record) => record.record === 'reminder' && owner?.record === 'client' && record.clientUuid === owner.uuid,
  )
  const active = reminders.flatMap((record) => (record.record === 'reminder' && record.active ? [record.date] : []))
  expect(active.some((date) => date < '2026-06-15')).toBe(true)
  expect(active.some((date) => date >= '2026-06-15' && date < '2026-07-01')).toBe(true)
  expect(active.some((date) => date >= '2026-07-01' && date < '2026-10-01')).toBe(true)
  expect(active.some((date) => date >= '2026-10-01')).toBe(true)
  expect(reminders.length - active.length).toBe(10)
})
