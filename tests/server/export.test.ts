import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/transaction.ts'
import { documentKey } from '#server/documents/types.ts'
import { acceptOffers } from '#server/demo/load.ts'
import { loadExport } from '#server/import/load.ts'
import { membership, sharedCard, staff } from '#harness/builders.ts'
import { type Place, run, withDatabase } from '#harness/commands.ts'
import {
  checked,
  clientLine,
  recordsOfAnimal,
  patientLine,
  practiceLine,
  smallExport,
  appointmentLine,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import { eachPlace } from '#harness/folders.ts'
import { onEngines } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const OTHER = 'de-linde'

/** Fills a practice with records of every kind; its first client is also a client of another practice. */
async function fill(place: Place): Promise<void> {
  const practice = practiceLine('de-krekel', {
    title: 'Dr',
    website: 'https://krekel.example',
    iban: 'NL91 ABNA 0417 1643 00',
    locked: true,
  })
  const records = [
    practice,
    ...smallExport().slice(1),
    clientLine(2, { registered: false, locked: true, email: null, companyName: 'De Hoeve', ubn: '123456' }),
    patientLine(2, 2, { name: 'Klaas "3" Ünïcode' }),
    ...recordsOfAnimal(2, { client: 2, patient: 2 }),
    appointmentLine(1),
    appointmentLine(2),
  ]
  const others = [
    practiceLine(OTHER),
    staffLine('vet@de-linde.example', { practiceId: OTHER }),
    clientLine(3, { practiceId: OTHER, email: 'client1@mail.example' }),
    patientLine(3, 3),
  ]
  await withDatabase(place, async (db) => {
    for (const lines of [records, others]) {
      const { loaded, problems } = await loadExport(db, checked(lines), { practiceId: null, now: NOW })
      expect([problems.first, loaded]).toEqual([[], true])
    }
    await acceptOffers(db)
    await membership(db, await staff(db, OTHER, 'both@de-linde.example'), 'de-krekel', 'CLINIC_ADMIN')
  })
}

const TABLES = ['patient', 'reminder', 'appointment', 'visit_form', 'attachment', 'invoice', 'logbook_entry'] as const

const sorted = (db: Database, table: (typeof TABLES)[number]) =>
  db
    .selectFrom(table as 'patient')
    .selectAll()
    .orderBy('uuid')
    .execute()

/** The columns that an import writes, without generated values. */
async function exportedRows(db: Database) {
  const rows = await Promise.all(TABLES.map(async (table) => [table, await sorted(db, table)] as const))
  const clients = await db.selectFrom('client').selectAll().orderBy('uuid').execute()
  const staff = await db
    .selectFrom('account')
    .select(['username', 'first_name', 'last_name', 'practice_id', 'staff_role', 'language'])
    .where('staff_role', 'is not', null)
    .orderBy('username')
    .execute()
  return {
    ...Object.fromEntries(rows),
    practice: await db.selectFrom('practice').selectAll().execute(),
    clients: clients.map(({ account_id, ...client }) => ({ ...client, hasAccount: account_id !== null })),
    counts: await db.selectFrom('client_count').selectAll().execute(),
    staff,
  }
}

/** The rows of all tables, as text. */
async function allRows(db: Database): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return JSON.stringify(await Promise.all(rows))
}

const exportTo = (place: Place, ...args: string[]) => run('server/cli/export/main.ts', args, place)
const eraseIn = (place: Place, ...args: string[]) => run('server/cli/erase/main.ts', args, place)

onEngines('npm run export', (engine) => {
  const place = eachPlace(engine)
  const empty = eachPlace(engine)
  beforeEach(() => fill(place))
  const at = (name: string) => join(empty.dataDir, name)
  const clients = (db: Database) => db.selectFrom('client').selectAll().orderBy('uuid').execute()

  test('writes the records of one practice, from which an import restores that practice', async () => {
    const file = at('export.jsonl')
    const { code, output, errors } = await exportTo(place, '--practice', 'de-krekel', file)
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('practice 1, user 2, client 2, patient 2, reminder 2, appointment 2, visitForm 2')
    expect(statSync(file).mode & 0o077).toBe(0)
    const text = readFileSync(file, 'utf8')
    for (const strange of [OTHER, uuid('c', 3), uuid('a', 3)]) {
      expect(text.replaceAll('both@de-linde.example', '')).not.toContain(strange)
    }

    const imported = await run('server/cli/import/main.ts', [file, '--practice', 'de-krekel'], empty)
    expect([imported.code, imported.errors]).toEqual([0, ''])
    await withDatabase(empty, acceptOffers)
    const after = await withDatabase(empty, exportedRows)
    await withDatabase(place, async (db) => {
      await db.deleteFrom('patient').where('uuid', '=', uuid('a', 3)).execute()
      await db.deleteFrom('client').where('practice_id', '=', OTHER).execute()
    })
    const before = await withDatabase(place, exportedRows)
    const several = { practice: [], staff: [], counts: [] }
    expect({ ...after, ...several }).toEqual({ ...before, ...several })
    const ofKrekel = (row: { id?: string; practice_id?: string | null }) => (row.id ?? row.practice_id) === 'de-krekel'
    expect(after.practice).toEqual(before.practice.filter(ofKrekel))
    expect(after.counts).toEqual(before.counts.filter(ofKrekel))
    const [own, both] = after.staff.toSorted((one, other) => Number(!ofKrekel(one)) - Number(!ofKrekel(other)))
    expect([own, both?.username]).toEqual([...before.staff.filter(ofKrekel), 'both@de-linde.example'])
    expect(after.staff).toHaveLength(2)

    const again = at('again.jsonl')
    await exportTo(empty, '--practice', 'de-krekel', again)
    expect(readFileSync(again, 'utf8')).toBe(text)
  })

  test('reads a snapshot, regardless of concurrent writes', async () => {
    const names = async (db: Database) => (await clients(db)).map((row) => row.last_name)
    await withDatabase(place, async (db) => {
      const [before, meanwhile] = await inSnapshot(db, async (snapshot) => {
        const first = await names(snapshot)
        await withDatabase(place, (other) => other.updateTable('client').set({ last_name: 'Smit' }).execute())
        return [first, await names(snapshot)]
      })
      expect(meanwhile).toEqual(before)
      expect(await names(db)).toEqual(['Smit', 'Smit', 'Smit'])
    })
  })

  test('writes all data of a client without secrets', async () => {
    await withDatabase(place, async (db) => {
      const { account_id } = (await clients(db)).find((row) => row.uuid === uuid('c', 1))!
      await db.updateTable('account').set({ password_hash: 'a hash' }).execute()
      await sharedCard(db, { clientId: uuid('c', 1), accountId: account_id!, patientId: uuid('a', 1) })
    })
    const file = at('client.json')
    const { code, errors } = await exportTo(place, '--client', uuid('C', 1), file)
    expect([code, errors]).toEqual([0, ''])
    const text = readFileSync(file, 'utf8')
    const all = JSON.parse(text) as Record<string, unknown[]>
    expect(all).toMatchObject({
      practice: { id: 'de-krekel' },
      client: { uuid: uuid('c', 1), email: 'client1@mail.example', registered: true },
      patients: [{ name: 'Bella' }],
      account: { username: 'client1@mail.example', activated: true },
      sharedCards: [{ note: 'Oppas', parts: ['identity'] }],
      sessions: [],
    })
    for (const list of ['reminders', 'visitForms', 'attachments', 'invoices', 'logbookEntries'])
      expect([list, all[list]]).toEqual([list, [expect.objectContaining({ date: '2026-03-12' })]])
    expect(all['appointments']).toEqual([expect.objectContaining({ start: '2026-03-12T09:30:00+01:00' })])
    for (const secret of ['a hash', 'hash of', uuid('c', 2), uuid('a', 2)]) expect(text).not.toContain(secret)
  })

  test('rejects an existing file, and an unknown practice, client or folder', async () => {
    const file = at('export.jsonl')
    writeFileSync(file, 'mine')
    const rejections = [
      await exportTo(place, '--practice', 'de-krekel', file),
      await exportTo(place, '--practice', 'nobody', at('other')),
      await exportTo(place, '--client', uuid('c', 9), at('other')),
      await exportTo(place, '--client', uuid('c', 1), at('none/other')),
      await eraseIn(place, '--client', uuid('c', 9), '--yes'),
    ]
    expect(rejections.map(({ code, errors }) => [code, errors])).toEqual([
      [1, `${file} already exists. Name a new file.\n`],
      [1, 'There is no practice nobody.\n'],
      [1, `There is no client ${uuid('c', 9)}.\n`],
      [1, `${at('none/other')} cannot be written (ENOENT).\n`],
      [1, `There is no client ${uuid('c', 9)}.\n`],
    ])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(readdirSync(empty.dataDir)).toEqual(['export.jsonl'])
  })

  test('npm run erase deletes all data of one client only', async () => {
    const [files, key] = [join(place.dataDir, 'files'), documentKey({ type: 'attachment', uuid: uuid('3', 1) })]
    const otherKey = documentKey({ type: 'attachment', uuid: uuid('3', 2) })
    mkdirSync(files)
    for (const name of [key, otherKey]) writeFileSync(join(files, name), 'of the practice')
    await withDatabase(place, async (db) => {
      for (const name of [key, otherKey])
        await db.insertInto('file').values({ key: name, created_at: NOW.toISOString(), sha256: null }).execute()
      await db.updateTable('client').set({ activation: 'activated' }).where('uuid', '=', uuid('c', 1)).execute()
      await db.updateTable('client_count').set({ activated: 1 }).where('practice_id', '=', 'de-krekel').execute()
      const by = { account_id: 'staff', account_name: 'Tess', action: 'locked' as const }
      const locked = { practice_id: 'de-krekel', at: NOW.toISOString(), ...by }
      for (const [number, client_name] of ['Anna van den Berg', 'De Hoeve'].entries()) {
        const entry = { ...locked, client_uuid: uuid('c', number + 1), client_name }
        await db.insertInto('audit').values(entry).execute()
      }
    })
    const unconfirmed = await eraseIn(place, '--client', uuid('c', 1))
    expect([unconfirmed.code, unconfirmed.errors]).toEqual([
      1,
      `The client ${uuid('c', 1)} of de-krekel would be erased permanently. Nothing has changed. Add --yes to erase it.\n`,
    ])
    expect(await withDatabase(place, allRows)).toContain(uuid('c', 1))

    const { code, output, errors } = await eraseIn(place, '--client', uuid('c', 1), '--yes')
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('was erased')
    const remaining = await withDatabase(place, allRows)
    for (const digit of ['a', 'c', '1', '2', '3', '4', '5', '6']) expect(remaining).not.toContain(uuid(digit, 1))
    expect([key, otherKey].map((name) => existsSync(join(files, name)))).toEqual([false, true])

    await withDatabase(place, async (db) => {
      const accessLog = await db
        .selectFrom('audit')
        .select(['action', 'account_name', 'client_uuid', 'client_name'])
        .where('practice_id', '=', 'de-krekel')
        .where('action', 'not in', ['imported', 'staff-invited'])
        .orderBy('id')
        .execute()
      const nobody = { client_uuid: null, client_name: null }
      expect(accessLog).toEqual([
        { action: 'locked', account_name: 'Tess', ...nobody },
        { action: 'locked', account_name: 'Tess', client_uuid: uuid('c', 2), client_name: 'De Hoeve' },
        { action: 'erased', account_name: null, ...nobody },
      ])
      expect((await clients(db)).map((row) => row.uuid)).toEqual([uuid('c', 2), uuid('c', 3)])
      const counts = db.selectFrom('client_count').selectAll().where('practice_id', '=', 'de-krekel')
      expect(await counts.execute()).toMatchObject([{ registered: 0, unregistered: 1, activated: 0, failed: 0 }])
      for (const table of TABLES.slice(1)) expect([table, (await sorted(db, table)).length]).toEqual([table, 1])
      // A client of another practice has the same account.
      const accounts = db.selectFrom('account').select('username').where('username', '=', 'client1@mail.example')
      expect(await accounts.execute()).toHaveLength(1)
    })
    expect((await eraseIn(place, '--client', uuid('c', 3), '--yes')).code).toBe(0)
    expect(await withDatabase(place, allRows)).not.toContain('client1@mail.example')
  })
})
