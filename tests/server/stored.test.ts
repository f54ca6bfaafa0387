import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRecord } from '#contract/values.ts'
import { logUnreadable, parseStored } from '#server/db/stored.ts'
import { exportClient } from '#server/export/client.ts'
import { exportPractice } from '#server/export/practice.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { PEOPLE } from '#harness/people.ts'
import { onEngines } from '#harness/test-server.ts'
import { MATRIX } from './matrix.ts'

describe('parseStored', () => {
  const appointment = {
    uuid: '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01',
    start: '2026-07-01T09:00:00.000Z',
    durationMinutes: 20,
    patientUuids: ['0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a02'],
    reason: 'Vaccinatie',
    status: 'BOOKED',
  }
  const read = (change: object) => parseStored('appointment', JSON.stringify({ ...appointment, ...change }))

  test('returns only the fields of the schema', () => {
    expect(read({})).toEqual(appointment)
    expect(read({ locked: true, place: 'Balie' })).toEqual({ ...appointment, place: 'Balie' })
  })

  test.each([
    [{ place: 5 }, {}],
    [{ reminderUuid: 'x' }, {}],
    [{ patientUuids: 5 }, { patientUuids: [] }],
    [{ patientUuids: [5, appointment.patientUuids[0], null] }, {}],
    [{ durationMinutes: 1e6 }, { durationMinutes: 1e6 }],
  ])('omits invalid values: %j', (change, expected) => {
    expect(read(change)).toEqual({ ...appointment, ...expected })
  })

  test.each([{ start: 5 }, { start: '2026-02-30T09:00:00Z' }, { status: 'OTHER' }, { durationMinutes: null }])(
    'returns undefined without a required field: %j',
    (change) => {
      expect(read(change)).toBeUndefined()
    },
  )

  test('logs each kind of record at most once a minute', () => {
    const logged: unknown[] = []
    const end = logUnreadable((level, event, fields) => void logged.push([level, event, fields]))
    parseStored('appointment', '{')
    read({ place: 5 })
    read({})
    parseStored('patient', '[]')
    end()
    parseStored('invoice', '5')
    expect(logged).toEqual([
      ['warn', 'stored-value-unreadable', { kind: 'appointment' }],
      ['warn', 'stored-value-unreadable', { kind: 'patient' }],
    ])
  })
})

function jsonColumns(): { table: string; column: string }[] {
  const source = readFileSync(new URL('../../server/db/schema.ts', import.meta.url), 'utf8')
  const names = new Map([...source.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map(([, name, type]) => [type, name!]))
  return [...source.matchAll(/^export interface (\w+Table)[^]*?^}/gm)].flatMap(([text, type]) =>
    [...text.matchAll(/^ {2}(\w+): .*\bJson</gm)].map(([, column]) => ({
      table: names.get(type)!,
      column: column!,
    })),
  )
}

const READS = MATRIX.filter(({ method }) => method === 'GET').flatMap(({ path, cells }) =>
  PEOPLE.filter((person) => cells[person] === 200)
    .slice(0, 1)
    .map((person) => ({ path, person })),
)

onEngines('stored JSON columns', (engine) => {
  let fixtures: Fixtures
  let calendar: string
  const written = new Map<string, unknown[]>()

  beforeAll(async () => {
    fixtures = await openFixtures(engine)
    const { testServer, accounts, ids } = fixtures
    const subscribed = await testServer.ok<{ url: string }>(fixtures.call('PA1', 'POST', 'clients/$cA1/calendar'))
    calendar = subscribed.url
    await fixtures.call('UA', 'PUT', 'practice/a', { text: 'Nieuw' })
    const answered = { outcome: 'answered', text: 'Ja.', appointment: { start: '2026-07-01T09:00:00Z' } }
    await fixtures.call('UA', 'POST', 'practice/a/requests/$requestOf_cA1/answer', answered)
    await testServer.db.updateTable('practice').set({ email: 'a@a.example' }).execute()
    await testServer.db
      .insertInto('removed_row')
      .values({ source: 'passkey', client_uuid: ids['cA1']!, account_id: accounts.PA1!, data: '{}' })
      .execute()
    for (const { table, column } of jsonColumns()) {
      const select = sql<{ value: string | null }>`select ${sql.ref(column)} as value from ${sql.table(table)}`
      const values = (await select.execute(testServer.db)).rows.flatMap(({ value }) => (value === null ? [] : [value]))
      written.set(
        `${table}.${column}`,
        values.map((value) => JSON.parse(value)),
      )
    }
  })
  afterAll(async () => await fixtures[Symbol.asyncDispose]())

  const plant = async (table: string, column: string, value: string) =>
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(fixtures.testServer.db)

  /** Reads everything, including exports and mails; returns the failures. */
  async function failures(): Promise<string[]> {
    const { testServer, ids } = fixtures
    const failed: string[] = []
    for (const { path, person } of READS) {
      const response = await fixtures.call(person, 'GET', path)
      if (response.status >= 500) failed.push(`${path}: ${response.status}`)
      else if (response.headers.get('content-type') === 'application/json') await response.json()
      else await response.text()
    }
    const file = await testServer.fetch(new Request(calendar))
    if (file.status !== 200) failed.push(`calendar: ${file.status}`)
    const attempt = async (name: string, work: () => Promise<unknown>) =>
      await work().catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
    await attempt('export', async () => JSON.stringify(await exportClient(testServer.db, ids['cA1']!, testServer.now)))
    await attempt('practice', async () => {
      for await (const records of (await exportPractice(testServer.db, 'a')) ?? []) JSON.stringify(records)
    })
    await testServer.db
      .insertInto('outbox')
      .values({
        id: crypto.randomUUID(),
        kind: 'import-key-made',
        account_id: fixtures.accounts.AA!,
        address: null,
        practice_id: 'a',
        created_at: testServer.now.toISOString(),
        details: '{"keys":5,"purpose":"x","endsAt":{}}',
      })
      .execute()
    await attempt('mail', async () => await deliverOutbox(testServer.ports))
    // The limits of a recipient may defer a mail.
    const waiting = await testServer.db.selectFrom('outbox').select('kind').where('not_before', 'is', null).execute()
    failed.push(...waiting.map(({ kind }) => `mail waits: ${kind}`))
    return failed
  }

  test('cause no failure if valid', async () => {
    expect(await failures()).toEqual([])
    expect(fixtures.testServer.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each(['5', 'null', '[null]', '{}', '{'])('cause no failure if all columns contain %s', async (wrong) => {
    for (const { table, column } of jsonColumns()) await plant(table, column, wrong)
    expect(await failures()).toEqual([])
  })

  test.each(['5', '"x"', 'null', '[]', '[null]', '{"x":{}}'])(
    'cause no failure if all fields contain %s',
    async (wrong) => {
      for (const { table, column } of jsonColumns()) {
        const [value] = written.get(`${table}.${column}`) ?? []
        if (!isRecord(value)) continue
        const fields = Object.keys(value).filter((name) => !['uuid', 'start', 'date'].includes(name))
        const changed = Object.fromEntries(fields.map((name) => [name, JSON.parse(wrong)]))
        await plant(table, column, JSON.stringify({ ...value, ...changed }))
      }
      expect(await failures()).toEqual([])
    },
  )
})
