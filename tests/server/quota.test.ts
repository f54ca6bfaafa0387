import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, withDatabase } from '#harness/commands.ts'
import { account, client, practice, requestSettings } from '#harness/builders.ts'
import {
  type AnyRecord,
  checked,
  clientLine,
  recordsOfAnimal,
  patientLine,
  practiceLine,
} from '#harness/example-export.ts'
import { eachFolder, eachPlace } from '#harness/folders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'
import { storeFiles } from '#server/cli/import/store-files.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { loadExport } from '#server/import/load.ts'
import { replaceLogo } from '#server/practice/logo.ts'
import { requireQuota, storageOf } from '#server/storage/quota.ts'
import { PICTURES } from './pictures.ts'

const ID = 'de-krekel'

onEngines('the quota of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  const folder = eachFolder()
  const setQuota = (most: { most_clients?: number | null; most_bytes?: number | null }) =>
    testServer.db.updateTable('practice').set(most).where('id', '=', ID).execute()
  const load = (records: AnyRecord[], afterwards?: Parameters<typeof loadExport>[2]['afterwards']) =>
    loadExport(testServer.db, checked(records), {
      practiceId: ID,
      now: testServer.now,
      skipInvalid: true,
      ...(afterwards && { afterwards }),
    })
  const used = () => storageOf(testServer.db, ID)

  test('rejects an import with too many new clients completely', async () => {
    const names = async () => {
      const rows = testServer.db.selectFrom('client').select('last_name').orderBy('uuid')
      return (await rows.execute()).map((row) => row.last_name)
    }
    await load([practiceLine(), clientLine(1, { lastName: 'Een' }), clientLine(2, { lastName: 'Twee' })])
    await setQuota({ most_clients: 3 })
    expect(await load([clientLine(3, { lastName: 'Drie' })])).toMatchObject({ loaded: true })
    expect(await load([clientLine(1, { lastName: 'Anders' }), clientLine(4), clientLine(5)])).toMatchObject({
      loaded: false,
      problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'tooManyClients', value: '3' }] },
    })
    expect(await names()).toEqual(['Een', 'Twee', 'Drie'])
    await setQuota({ most_clients: 1 })
    expect(await load([clientLine(1, { lastName: 'Anders' })])).toMatchObject({ loaded: true })
    expect(await names()).toEqual(['Anders', 'Twee', 'Drie'])
    await setQuota({ most_clients: null })
    expect(await load([clientLine(4)])).toMatchObject({ loaded: true })
  })

  test('allows one of two concurrent photos if only one fits', { tags: ['database'] }, async () => {
    const { db } = testServer
    await practice(db, ID)
    await requestSettings(db, ID)
    // Two owners are needed, because an account is locked during its upload.
    const uploaderOf = async (username: string) => {
      const account_id = await account(db, username)
      const clientId = await client(db, ID, { account_id })
      const headers = { authorization: await testServer.signIn(account_id), 'content-type': 'image/jpeg' }
      const url = `http://portal.test/api/clients/${clientId}/request-photos`
      return () => outcomeOf(testServer.fetch(new Request(url, { method: 'POST', headers, body: PICTURES.jpg })))
    }
    const [one, other] = [await uploaderOf('one@mail.example'), await uploaderOf('other@mail.example')]
    expect(await one()).toBe('201')
    const { bytes } = await used()
    await setQuota({ most_bytes: 2 * bytes })
    expect((await Promise.all([one(), other()])).toSorted()).toEqual(['201', '507 quota-full'])
    expect(await used()).toEqual({ files: 2, bytes: 2 * bytes })
  })

  test('is locked from the check to the end of the transaction', { tags: ['database'] }, async () => {
    const { db } = testServer
    await practice(db, ID)
    await setQuota({ most_bytes: 100 })
    const store = (key: string, meanwhile: (trx: DatabaseTransaction) => Promise<void> = async () => {}) =>
      inTransaction(db, async (trx) => {
        await requireQuota(trx, { practiceId: ID, bytes: 60, usualBytes: 0 })
        await meanwhile(trx)
        const created_at = testServer.now.toISOString()
        await trx.insertInto('file').values({ key, created_at, practice_id: ID, bytes: 60 }).execute()
      })
    let second: Promise<void> | undefined
    await store('one', async (trx) => {
      second = store('two')
      second.catch(() => {})
      // Without the lock, the second transaction would pass the check during these queries.
      for (let turns = 0; turns < 300; turns += 1) await trx.selectFrom('practice').select('id').execute()
    })
    await expect(second).rejects.toMatchObject({ code: 'quota-full' })
    expect(await used()).toEqual({ files: 1, bytes: 60 })
  })

  test('counts a new logo instead of the replaced one', async () => {
    const { db, ports } = testServer
    await practice(db, ID)
    const accountId = await account(db, 'staff@a.example')
    const by = { accountId, username: 'staff@a.example', firstName: null, lastName: null }
    const put = (size: number) => {
      const picture = new Uint8Array(size)
      return replaceLogo(ports, { id: crypto.randomUUID(), kind: 'png', practiceId: ID, accountId, by, picture })
    }
    await setQuota({ most_bytes: 100 })
    await put(80)
    await put(100)
    await expect(put(101)).rejects.toMatchObject({ code: 'quota-full' })
    const [{ logo_url: url } = { logo_url: '' }] = await testServer.rows('practice')
    expect(await ports.files.sizeOf(url!.replace('/files/', ''))).toBe(100)
  })

  test('lets an import store only the files that fit', async () => {
    const name = (record: AnyRecord) => `${String(record['record'])}.pdf`
    const documents = recordsOfAnimal(1, { client: 1, patient: 1 })
      .filter(({ record }) => record === 'visitForm' || record === 'invoice')
      .map((record) => ({ ...record, fileName: name(record) }))
    for (const document of documents) writeFileSync(join(folder.path, name(document)), 'x'.repeat(10))
    const records = [practiceLine(), clientLine(1), patientLine(1, 1), ...documents]
    await load(records)
    const store = async () => {
      let report: Awaited<ReturnType<typeof storeFiles>> | undefined
      const { files } = testServer.ports
      await load(records, async (connection) => {
        report = await storeFiles(connection, { folder: folder.path, files, usualBytes: 0, now: testServer.now })
      })
      return report
    }
    await setQuota({ most_bytes: 19 })
    expect(await store()).toMatchObject({ stored: 1, failed: 'quota-full' })
    expect(await used()).toEqual({ files: 1, bytes: 10 })
    await setQuota({ most_bytes: 20 })
    expect(await store()).toMatchObject({ stored: 1, unchanged: 1 })
    expect(await used()).toEqual({ files: 2, bytes: 20 })
    expect((await testServer.rows('file')).every(({ key }) => key.startsWith('paper-'))).toBe(true)
  })
})

onEngines('npm run practices quota', (engine) => {
  const place = eachPlace(engine)

  test('sets, shows and removes the limits', async () => {
    await withDatabase(place, (db) => practice(db, 'a', { name: 'De Aap' }))
    const quota = (...args: string[]) => run('server/cli/practices/main.ts', ['quota', 'De Aap', ...args], place)
    for (const [args, shown] of [
      [['--clients', '1000', '--storage', '2.5GB'], '1000 clients, 2.5 GB'],
      [['--clients', 'none'], '2.5 GB'],
      [[], '2.5 GB'],
      [['--storage', 'none'], 'none'],
    ] as const) {
      const output = `a: quota ${shown}; it has 0 clients, 0 B.\n`
      expect(await quota(...args)).toEqual({ code: 0, output, errors: '' })
    }
    for (const args of [
      ['--clients', '-1'],
      ['--storage', '5'],
      ['--storage', 'much'],
    ])
      expect((await quota(...args)).code).toBe(2)
  })
})
