import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { look, run } from '#harness/commands.ts'
import { account, client, practice, requestSettings } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, papers, patientLine, practiceLine } from '#harness/example-export.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { storeFiles } from '#server/cli/import/store-files.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { loadExport } from '#server/import/load.ts'
import { replaceLogo } from '#server/practice/logo.ts'
import { requireRoom } from '#server/storage/quota.ts'
import { storageOf } from '#server/storage/use.ts'
import { PICTURES } from './pictures.ts'

const ID = 'de-krekel'

onEngines('what a practice may have at most', (engine) => {
  let testServer: TestServer
  let folder: string
  beforeEach(async () => {
    testServer = await openTestServer(engine)
    folder = mkdtempSync(join(tmpdir(), 'portal-quota-'))
  })
  afterEach(async () => {
    await testServer[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })
  const quota = (most: { most_clients?: number | null; most_bytes?: number | null }) =>
    testServer.db.updateTable('practice').set(most).where('id', '=', ID).execute()
  const load = (records: AnyRecord[], afterwards?: Parameters<typeof loadExport>[2]['afterwards']) =>
    loadExport(testServer.db, checked(records), {
      practiceId: ID,
      now: testServer.now,
      skipInvalid: true,
      ...(afterwards && { afterwards }),
    })

  test('of clients: an export that brings more is refused, and all else is loaded', async () => {
    const names = async () =>
      (await testServer.db.selectFrom('client').select('last_name').orderBy('uuid').execute()).map(
        (row) => row.last_name,
      )
    await load([practiceLine(), clientLine(1, { lastName: 'Een' }), clientLine(2, { lastName: 'Twee' })])
    await quota({ most_clients: 3 })
    expect(await load([clientLine(3, { lastName: 'Drie' })])).toMatchObject({ loaded: true })
    const refused = await load([clientLine(1, { lastName: 'Anders' }), clientLine(4), clientLine(5)])
    expect(refused).toMatchObject({
      loaded: false,
      problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'tooManyClients', value: '3' }] },
    })
    expect(await names()).toEqual(['Een', 'Twee', 'Drie'])
    await quota({ most_clients: 1 })
    expect(await load([clientLine(1, { lastName: 'Anders' })])).toMatchObject({ loaded: true })
    expect(await names()).toEqual(['Anders', 'Twee', 'Drie'])
    await quota({ most_clients: null })
    expect(await load([clientLine(4)])).toMatchObject({ loaded: true })
  })

  test('of bytes: of two photos at once the second one is refused', { tags: ['database'] }, async () => {
    const { db } = testServer
    await practice(db, ID)
    await requestSettings(db, ID)
    const uploaderOf = async (username: string) => {
      const owner = await account(db, username)
      const clientId = await client(db, ID, { account_id: owner })
      const token = await testServer.signIn(owner)
      return () => upload(clientId, token)
    }
    const upload = (clientId: string, token: string) =>
      testServer.fetch(
        new Request(`http://portal.test/api/clients/${clientId}/request-photos`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'image/jpeg' },
          body: PICTURES.jpg,
        }),
      )
    // Of two owners, whose accounts are locked apart.
    const [one, other] = [await uploaderOf('one@mail.example'), await uploaderOf('other@mail.example')]
    expect((await one()).status).toBe(201)
    const { bytes } = await storageOf(db, ID)
    await quota({ most_bytes: 2 * bytes })
    const answers = await Promise.all([one(), other()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 507])
    const refused = answers.find(({ status }) => status === 507)!
    expect(((await refused.json()) as Problem).code).toBe('quota-full')
    expect(await storageOf(db, ID)).toEqual({ files: 2, bytes: 2 * bytes })
  })

  test('of bytes: while one looks for room, another waits', { tags: ['database'] }, async () => {
    const { db } = testServer
    await practice(db, ID)
    await quota({ most_bytes: 100 })
    const store = (key: string, meanwhile: (trx: DatabaseTransaction) => Promise<void> = async () => {}) =>
      inTransaction(db, async (trx) => {
        await requireRoom(trx, { practiceId: ID, bytes: 60, usualBytes: 0 })
        await meanwhile(trx)
        const created_at = testServer.now.toISOString()
        await trx.insertInto('file').values({ key, created_at, practice_id: ID, bytes: 60 }).execute()
      })
    let second: Promise<void> | undefined
    await store('one', async (trx) => {
      second = store('two')
      second.catch(() => {})
      // Turns in which the second one would find room.
      for (let turns = 0; turns < 300; turns += 1) await trx.selectFrom('practice').select('id').execute()
    })
    await expect(second).rejects.toMatchObject({ code: 'quota-full' })
    expect(await storageOf(db, ID)).toEqual({ files: 1, bytes: 60 })
  })

  test('of bytes: a logo takes the room of the one that it replaces', async () => {
    const { db, ports } = testServer
    await practice(db, ID)
    const accountId = await account(db, 'staff@a.example')
    const by = { accountId, username: 'staff@a.example', firstName: null, lastName: null }
    const put = (size: number) =>
      replaceLogo(ports, {
        id: crypto.randomUUID(),
        kind: 'png',
        practiceId: ID,
        accountId,
        by,
        picture: new Uint8Array(size),
      })
    await quota({ most_bytes: 100 })
    await put(80)
    await put(100)
    await expect(put(101)).rejects.toMatchObject({ code: 'quota-full' })
    const { logo_url: url } = await db.selectFrom('practice').select('logo_url').executeTakeFirstOrThrow()
    expect(await ports.files.sizeOf(url!.replace('/files/', ''))).toBe(100)
  })

  test('of bytes: an import stores what there is room for, and the rest where there is more', async () => {
    const { db, ports } = testServer
    const name = (record: AnyRecord) => `${String(record['record'])}.pdf`
    const documents = papers(1, { client: 1, patient: 1 })
      .filter(({ record }) => record === 'visitForm' || record === 'invoice')
      .map((record) => ({ ...record, fileName: name(record) }))
    for (const document of documents) writeFileSync(join(folder, name(document)), 'x'.repeat(10))
    const records = [practiceLine(), clientLine(1), patientLine(1, 1), ...documents]
    await load(records)
    const store = async () => {
      let report: Awaited<ReturnType<typeof storeFiles>> | undefined
      await load(records, async (connection) => {
        report = await storeFiles(connection, { folder, files: ports.files, usualBytes: 0, now: testServer.now })
      })
      return report
    }
    await quota({ most_bytes: 19 })
    expect(await store()).toMatchObject({ stored: 1, failed: 'quota-full' })
    expect(await storageOf(db, ID)).toEqual({ files: 1, bytes: 10 })
    await quota({ most_bytes: 20 })
    expect(await store()).toMatchObject({ stored: 1, unchanged: 1 })
    expect(await storageOf(db, ID)).toEqual({ files: 2, bytes: 20 })
    const keys = await db.selectFrom('file').select('key').execute()
    expect(keys.every(({ key }) => key.startsWith('paper-'))).toBe(true)
  })
})

onEngines('the quota by command', (engine) => {
  test('is set, shown and lifted', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
    const where = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    try {
      await look(where, (db) => practice(db, 'a', { name: 'De Aap' }))
      const quota = (...args: string[]) => run('server/cli/practices/main.ts', ['quota', 'De Aap', ...args], where)
      expect(await quota('--clients', '1000', '--storage', '2.5GB')).toEqual({
        code: 0,
        output: 'a: quota 1000 clients, 2.5 GB; it has 0 clients, 0 B.\n',
        errors: '',
      })
      expect((await quota('--clients', 'none')).output).toBe('a: quota 2.5 GB; it has 0 clients, 0 B.\n')
      expect((await quota()).output).toBe('a: quota 2.5 GB; it has 0 clients, 0 B.\n')
      expect((await quota('--storage', 'none')).output).toBe('a: quota none; it has 0 clients, 0 B.\n')
      for (const args of [
        ['--clients', '-1'],
        ['--storage', '5'],
        ['--storage', 'much'],
      ])
        expect((await quota(...args)).code).toBe(2)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})
