import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditAction } from '#contract/access-log.ts'
import { eraseClient } from '#server/clients/erase.ts'
import type { Database } from '#server/db/schema.ts'
import { sha256 } from '#server/http/keys.ts'
import { loadExport } from '#server/import/load.ts'
import { databaseFile, openDatabase, rewriteSqlite } from '#server/node/db/database.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { account, client, membership, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, recordsOfAnimal, patientLine, practiceLine, uuid } from '#harness/example-export.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const ERASED = 'Verwijderde eigenaar'

onEngines('the access log after a client is erased', (engine) => {
  const testServer = eachTestServer(engine)
  let [clientId, ownerId] = ['', '']
  beforeEach(async () => {
    await practice(testServer.db, 'a', { reminder_mails: 1 })
    await practice(testServer.db, 'b')
    ownerId = await account(testServer.db, 'jan@mail.example', { first_name: 'Jan', last_name: 'Zandstra' })
    clientId = await client(testServer.db, 'a', { account_id: ownerId, last_name: 'Zandstra' })
  })

  const erase = (id = clientId) =>
    eraseClient(testServer.db, testServer.ports.files, { clientId: id, now: testServer.now })
  const subscribe = async (accountId = ownerId, id = clientId) => {
    await testServer.ok(testServer.callAs(accountId, 'PUT', `clients/${id}/reminder-mails`, { subscribed: true }))
  }
  const addEntry = (action: AuditAction, columns: object = {}) =>
    testServer.db
      .insertInto('audit')
      .values({ practice_id: 'a', at: NOW.toISOString(), action, ...columns })
      .execute()
  const remove = async (id = clientId, at = 'a') => {
    const admin = await staff(testServer.db, at, `admin@${at}.example`, 'CLINIC_ADMIN')
    await testServer.ok(testServer.callAs(admin, 'DELETE', `clients/${id}`))
  }
  const accessLog = () => testServer.db.selectFrom('audit').selectAll().orderBy('id').execute()
  const text = async () => JSON.stringify(await accessLog())
  const expectForgotten = async (id = ownerId) => {
    for (const erasedText of [ownerId, id, 'zandstra', 'jan@'])
      expect((await text()).toLowerCase()).not.toContain(erasedText)
  }
  const JAN = { account_name: 'Jan Zandstra' }

  test('shows all entries of the owner under one anonymous account', async () => {
    const other = await account(testServer.db, 'piet@mail.example', { first_name: 'Piet' })
    const others = await client(testServer.db, 'a', { account_id: other })
    await subscribe()
    await addEntry('card-shared', { account_id: ownerId, account_name: 'Jan Zandstra', client_uuid: clientId })
    await subscribe(other, others)
    expect(await text()).toContain('Jan Zandstra')
    await erase()
    const [first, second, twin, last] = await accessLog()
    expect(first).toMatchObject({ action: 'reminder-mails-on', account_name: ERASED, client_uuid: null })
    expect(second).toMatchObject({ action: 'card-shared', account_name: ERASED, client_uuid: null })
    expect(first!.account_id).toMatch(/^[\da-f-]{36}$/)
    expect(second!.account_id).toBe(first!.account_id)
    expect(twin).toMatchObject({ account_id: other, account_name: 'Jansen', client_uuid: others })
    expect(last).toMatchObject({ action: 'erased', account_id: null })
    await expectForgotten(clientId)
  })

  test('does not contain the name of an owner who was staff before', async () => {
    const admin = await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN')
    const member = { id: ownerId, name: 'Jan Zandstra', role: 'CLINIC_USER' }
    const about = { practice_id: 'b', account_id: admin, account_name: 'Bea' }
    for (const invited of [member, { ...member, id: admin, name: 'Bea' }])
      await addEntry('staff-invited', { ...about, details: JSON.stringify({ member: invited }) })
    const by = { ...JAN, practice_id: 'b', account_id: ownerId, account_username: 'jan@mail.example' }
    await addEntry('locked', { ...by, client_name: 'Smit', details: '{"count":2}' })
    await addEntry('renamed', { ...by, details: '{"names":{"from":"Jan Zandstra","to":"Jan Zandstra-Bos"}}' })
    await erase()
    const [invited, twin, locked, renamed] = await accessLog()
    expect(locked).toMatchObject({ account_username: null, details: '{"count":2}' })
    expect(JSON.parse(renamed!.details!)).toEqual({ names: { from: ERASED, to: ERASED } })
    const { id } = (JSON.parse(invited!.details!) as { member: { id: string } }).member
    expect(JSON.parse(invited!.details!)).toEqual({ member: { id, name: ERASED, role: 'CLINIC_USER' } })
    expect(invited).toMatchObject({ account_name: 'Bea' })
    expect(JSON.parse(twin!.details!)).toMatchObject({ member: { id: admin, name: 'Bea' } })
    expect(locked).toMatchObject({ account_id: id, account_name: ERASED, client_name: 'Smit' })
    await expectForgotten()
  })

  test('preserves entries of a remaining account about its other client', async () => {
    const clientAtB = await client(testServer.db, 'b', { account_id: ownerId })
    await testServer.db.updateTable('practice').set({ reminder_mails: 1 }).execute()
    await subscribe()
    await subscribe(ownerId, clientAtB)
    await erase()
    const [here, there] = await accessLog()
    expect(here).toMatchObject({ account_name: ERASED, client_uuid: null })
    expect(here!.account_id).not.toBe(ownerId)
    expect(there).toMatchObject({ account_id: ownerId, account_name: 'Jansen', client_uuid: clientAtB })
    await erase(clientAtB)
    expect(await text()).not.toContain('Zandstra')
  })

  test("still has the entries of staff, without the client's name", async () => {
    const id = await staff(testServer.db, 'a', 'tess@a.example')
    await addEntry('locked', { account_id: id, account_name: 'Tess', client_uuid: clientId, client_name: 'Zandstra' })
    await erase()
    expect(await accessLog()).toMatchObject([{ account_id: id, account_name: 'Tess', client_name: null }, {}])
  })

  test('still has entries about another removed client whose removal can be undone', async () => {
    const clientAtB = await client(testServer.db, 'b', { account_id: ownerId })
    const by = { ...JAN, account_id: ownerId }
    await addEntry('card-shared', { ...by, practice_id: 'b', client_uuid: clientAtB })
    await remove(clientAtB, 'b')
    await remove()
    expect(await erase()).toEqual({ practiceId: 'a', addresses: [] })
    expect((await accessLog())[0]).toMatchObject({ ...by, client_uuid: clientAtB })
  })

  test('still has entries by a staff member who is also the erased client', async () => {
    const id = await staff(testServer.db, 'a', 'tess@a.example')
    await membership(testServer.db, id, 'b')
    const theirs = await client(testServer.db, 'a', { account_id: id })
    await addEntry('locked', { account_id: id, account_name: 'Tess', client_uuid: clientId, client_name: 'Zandstra' })
    await erase(theirs)
    expect(await accessLog()).toMatchObject([{ account_id: id, account_name: 'Tess', client_name: 'Zandstra' }, {}])
  })

  test('does not contain the name of an owner who was removed before', async () => {
    await subscribe()
    const at = NOW.toISOString()
    const kind = 'activation'
    for (const mail_id of ['jan', 'piet']) {
      const hash = await sha256(`${mail_id}@mail.example`)
      const requestedMail = { address_hash: hash, kind, practice_id: 'a', asked_at: at } as const
      await testServer.db.insertInto('address_mail').values(requestedMail).execute()
      const sent = { mail_id, recipient_hash: hash, kind, sent_at: at } as const
      await testServer.db.insertInto('recipient_mail').values(sent).execute()
    }
    await remove()
    expect(await testServer.rows('removed_row')).not.toEqual([])
    expect(await erase()).toEqual({ practiceId: 'a', addresses: ['jan@mail.example'] })
    await expectForgotten()
    for (const table of ['removed_client', 'removed_row', 'given_up_mail', 'outbox'] as const)
      expect([table, await testServer.rows(table)]).toEqual([table, []])
    expect(await testServer.rows('address_mail')).toMatchObject([{ address_hash: await sha256('piet@mail.example') }])
    expect(await testServer.rows('recipient_mail')).toMatchObject([{ mail_id: 'piet' }])
    expect(await erase()).toBeUndefined()
  })

  test('does not contain the name of an owner whose account was deleted before', async () => {
    await subscribe()
    await remove()
    for (const table of ['removed_client', 'removed_row'] as const) await testServer.db.deleteFrom(table).execute()
    await erase()
    await expectForgotten()
  })
})

describe('npm run erase', () => {
  const place = eachPlace()
  const erase = (...args: string[]) => run('server/cli/erase/main.ts', args, place)

  /** Records of a client, each with a unique word to search for later. */
  const person = (number: number, word: string) => ({
    lines: [
      clientLine(number, {
        lastName: `Van ${word}`,
        companyName: `${word} Zuivel`,
        email: `${word}@mail.example`,
        phone: `06 ${word} 55`,
        street: `${word}straat`,
      }),
      patientLine(number, number, { name: `${word} de hond`, chipNumber: `528${word}` }),
      ...recordsOfAnimal(number, { client: number, patient: number }),
    ],
  })
  const [GONE, KEPT] = ['qwijzelgra', 'drentelbos']

  async function fill(db: Database): Promise<void> {
    const otherPeople = Array.from({ length: 60 }, (_, index) => person(index + 10, `menigte${index}`).lines).flat()
    const lines = [practiceLine(), ...otherPeople, ...person(1, GONE).lines, ...person(2, KEPT).lines]
    const { loaded, problems } = await loadExport(db, checked(lines), { practiceId: null, now: NOW })
    expect([problems.first, loaded]).toEqual([[], true])
    const clients = await db.selectFrom('client').select(['uuid', 'account_id']).execute()
    for (const [index, word] of [GONE, KEPT].entries()) {
      const client_uuid = uuid('c', index + 1)
      const account_id = clients.find((row) => row.uuid === client_uuid)!.account_id
      const names = { account_id, account_name: `Bea ${word}`, client_uuid, client_name: `Van ${word}` }
      const entry = { practice_id: 'de-krekel', at: NOW.toISOString(), action: 'reminder-mails-on' as const }
      await db
        .insertInto('audit')
        .values({ ...entry, ...names })
        .execute()
    }
  }

  function found(word: string, folder = place.dataDir): string[] {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) return found(word, path)
      return readFileSync(path, 'latin1').toLowerCase().includes(word) ? [name] : []
    })
  }

  test("leaves the client's data in no database file", async () => {
    const { dataDir } = place
    const server = await openDatabase(place)
    try {
      await fill(server.db)
      // A former version did not overwrite deleted rows.
      await sql`pragma secure_delete = off`.execute(server.db)
      await server.db
        .updateTable('client')
        .set({ phone: `06 ${GONE} 66` })
        .where('uuid', '=', uuid('c', 1))
        .execute()
      mkdirSync(join(dataDir, 'outbox'))
      for (const word of [GONE, KEPT]) {
        const mail = `From: portaal@x.example\r\nTo: ${word}@mail.example\r\n\r\nBeste`
        writeFileSync(join(dataDir, 'outbox', `${word}.eml`), mail)
      }
      expect(found(GONE)).not.toEqual([])
      const { code, output, errors } = await erase('--client', uuid('c', 1), '--yes')
      expect([code, errors]).toEqual([0, ''])
      expect(output).toContain('Backups, of npm run backup and your own')
      expect(output).not.toContain('PostgreSQL')
      expect(found(GONE)).toEqual([])
      expect(found(KEPT)).toEqual(expect.arrayContaining([`${KEPT}.eml`, 'portal.sqlite']))
      await server.db.updateTable('client').set({ city: 'Elders' }).where('uuid', '=', uuid('c', 2)).execute()
      expect(found(GONE)).toEqual([])
    } finally {
      await server.db.destroy()
    }
    expect(readdirSync(dataDir)).not.toContain('portal.sqlite-wal')
    expect(found(GONE)).toEqual([])
    for (const word of [`van ${KEPT}`, `${KEPT}@mail.example`, `528${KEPT}`, `06 ${KEPT} 55`])
      expect([word, found(word)]).toEqual([word, expect.arrayContaining(['portal.sqlite'])])
  })

  test('lists the copies that the command does not change', async () => {
    const { dataDir } = place
    await withDatabase(place, fill)
    const backup = `${databaseFile(dataDir)}.2026-06-01T00-00-00-000Z.backup`
    writeFileSync(backup, GONE)
    const oldFolders = ['before-restore-2026', 'files-before-bucket-2026'].map((name) => join(dataDir, name))
    for (const folder of oldFolders) mkdirSync(folder)
    mkdirSync(join(dataDir, 'imports'))
    writeFileSync(join(dataDir, 'imports', 'x.jsonl'), GONE)
    const { code, output } = await erase('--client', uuid('c', 1), '--yes')
    expect(code).toBe(0)
    for (const copy of [backup, ...oldFolders, join(dataDir, 'imports')]) expect(output).toContain(`- ${copy}: `)
    expect(existsSync(backup)).toBe(true)
  })

  test('is unnecessary for overwriting deleted rows', async () => {
    const { db } = await openDatabase(place)
    try {
      await practice(db, 'a')
      await client(db, 'a', { last_name: GONE })
      await client(db, 'a', { last_name: KEPT })
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      expect(found(GONE)).toEqual(['portal.sqlite'])
      await db.deleteFrom('client').where('last_name', '=', GONE).execute()
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      expect([found(GONE), found(KEPT)]).toEqual([[], ['portal.sqlite']])
    } finally {
      await db.destroy()
    }
  })

  test('waits for other transactions before rewriting the database', async () => {
    const [one, other] = [await openDatabase(place), await openDatabase({ ...place, lockMs: 1 })]
    try {
      await one.db.transaction().execute(async (trx) => {
        await practice(trx, 'a')
        expect(await rewriteSqlite(other.db, { waitMs: 0 })).toBe(false)
      })
      expect(await rewriteSqlite(other.db, { waitMs: 0 })).toBe(true)
    } finally {
      await Promise.all([one.db.destroy(), other.db.destroy()])
    }
    expect((await erase('--rewrite')).code).toBe(0)
  })
})
