import { once } from 'node:events'
import { access, mkdir, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { acceptOffers } from '#server/demo/load.ts'
import { loadExport } from '#server/import/load.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import {
  type AnyRecord,
  clientLine,
  fileText,
  recordsOfAnimal,
  practiceLine,
  smallExport,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import { staff } from '#harness/builders.ts'
import { run, start, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { onEngines } from '#harness/test-server.ts'

const PRACTICE = ['--practice', 'de-krekel']

/** Helpers that run the commands in a new data directory and database for each test. */
function eachImport(engine: Engine) {
  const where = eachPlace(engine)
  const inPlace = (name: string) => path.join(where.dataDir, name)
  const list = async (name: string) => await readdir(inPlace(name)).catch((): string[] => [])
  async function exportFile(records: AnyRecord[], more = ''): Promise<string> {
    const file = inPlace('export.jsonl')
    await writeFile(file, fileText(records) + more)
    return file
  }
  const importFile = (file: string, ...options: string[]) =>
    run('server/cli/import/main.ts', [file, ...PRACTICE, ...options], where)
  return {
    where,
    inPlace,
    exportFile,
    importFile,
    importRecords: async (records: AnyRecord[], ...options: string[]) =>
      await importFile(await exportFile(records), ...options),
    startImport: (file: string, ...options: string[]) =>
      start('server/cli/import/main.ts', [file, ...PRACTICE, ...options], where),
    user: (username: string, ...options: string[]) =>
      run('server/cli/user/main.ts', [username, ...PRACTICE, ...options], where),
    outbox: () => list('outbox'),
    storedFiles: async () => (await list('files')).filter((name) => !name.startsWith('.')),
    withDatabase: <T>(work: (db: Database) => Promise<T>) => withDatabase(where, work),
  }
}

onEngines('npm run import', (engine) => {
  const at = eachImport(engine)

  test('loads a file and prints the changes', async () => {
    const { code, output, errors } = await at.importRecords(smallExport(), '--invite')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^client +1 +0 +0$/m)
    const mails = await at.outbox()
    expect(mails).toHaveLength(2)
    expect(output).toContain(mails[0])
    const again = await at.importRecords(smallExport(), '--invite')
    expect(again.output).toMatch(/^logbookEntry +0 +0 +1$/m)
    expect(await at.outbox()).toEqual(mails)
    expect(await at.withDatabase((db) => rowsOf(db, 'outbox'))).toEqual([])
  })

  test('mails an only admin before the invitations that have to wait', async () => {
    vi.stubEnv('LIMIT_PRACTICE_MAILS_PER_DAY', '2')
    const owners = Array.from({ length: 5 }, (_, number) => clientLine(number + 1))
    const records = [practiceLine('de-krekel'), ...owners, staffLine('admin@de-krekel.example')]
    const { code, output } = await at.importRecords(records, '--invite').finally(() => vi.unstubAllEnvs())
    expect(code).toBe(0)
    const to = [...output.matchAll(/^Mail to (\S+@[\w.-]*\w)/gm)].map(([, address]) => address)
    expect(to).toEqual(['admin@de-krekel.example', 'client1@mail.example'])
    const lastOn = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(output).toContain(
      `4 invitations of de-krekel wait for its limit of 2 a day. The last are sent on ${lastOn} (UTC).`,
    )
    const [mail] = (await at.outbox()).toSorted()
    const text = await readFile(path.join(at.inPlace('outbox'), mail!), 'utf8')
    expect(text).toContain('\r\nhttps://portal.example/auth/reset-password?token=')
  })

  test('prints the fields and lines that were left out', async () => {
    const file = await at.exportFile([...smallExport(), clientLine(2, { email: 'nobody' })], '{"record":\n\nno JSON\n')
    const { code, errors, output } = await at.importFile(file)
    const lines = [
      '3 warnings:',
      'line 10: email is not an e-mail address',
      'line 11: is not JSON (line left out)',
      'line 13: is not JSON (line left out)',
      'client: 0 lines left out (invalidEmail 1)',
      'unreadable: 2 lines left out (notJson 2)',
      '',
    ]
    expect([code, errors.split('\n')]).toEqual([0, lines])
    expect(output).toMatch(/^client +2 +0 +0$/m)
  })

  test('requires --confirm if more than 5 % of the lines of a kind are invalid', async () => {
    const file = await at.exportFile([
      ...smallExport(),
      ...Array.from({ length: 5 }, () => clientLine(2, { uuid: '' })),
    ])
    const errors = expect.stringContaining(
      'client: 5 of 6 lines would be left out\nNothing was loaded. To load it anyway, run the command again with --confirm.\n',
    )
    expect(await at.importFile(file)).toEqual({ code: 1, output: '', errors })
    const loaded = { code: 0, output: expect.stringMatching(/^client +1 +0 +0$/m) }
    expect(await at.importFile(file, '--confirm')).toMatchObject(loaded)
  })

  test('requires --skip-invalid if the file names another practice', async () => {
    const file = await at.exportFile([...smallExport(), practiceLine('other')])
    const errors =
      'line 10: id belongs to another practice\nNothing was loaded: 1 line with problems. --skip-invalid loads the rest.\n'
    expect(await at.importFile(file)).toEqual({ code: 1, output: '', errors })
    const skipped = await at.importFile(file, '--skip-invalid')
    expect(skipped).toMatchObject({ code: 0, output: expect.stringMatching(/^client +1 +0 +0$/m) })
    expect(skipped.errors).toContain('Left out: 1 line with problems.')
  })

  test('waits for a running import, then reports a busy database', async () => {
    const file = await at.exportFile(smallExport())
    await at.importFile(file)
    const errors = 'The database is busy, perhaps with another import. Nothing has changed. Try again later.\n'
    const expectBusy = async () => expect(await at.importFile(file)).toEqual({ code: 1, output: '', errors })
    const importing = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const andThen = async () => {
      importing.resolve()
      await over.promise
    }
    const other = at.withDatabase((db) => loadExport(db, [], { practiceId: null, now: new Date(), andThen }))
    await importing.promise
    await expectBusy()
    over.resolve()
    await other
    if (engine === 'sqlite') {
      // The lock file also stops an import before the other import writes.
      const unlock = lockDataDir(at.where.dataDir, 'import')!
      await expectBusy()
      unlock()
    }
    expect(await at.importFile(file)).toMatchObject({ code: 0, errors: '' })
  })

  test('changes nothing if killed midway', { tags: ['database'] }, async () => {
    await at.importRecords(smallExport())
    const ofPractice = () =>
      at.withDatabase(async (db) => [
        await rowsOf(db, 'practice', '*', { id: 'de-krekel' }),
        await rowsOf(db, 'client', '*', { practice_id: 'de-krekel' }),
      ])
    const before = await ofPractice()
    const file = await at.exportFile([practiceLine('de-krekel', { name: 'New' }), ...clients(CLIENTS[engine])])
    const child = await at.withDatabase((db) =>
      HALF_WAY[engine](db, async (isHalfWay) => {
        const started = at.startImport(file)
        const ended = once(started, 'close')
        await expect.poll(async () => started.exitCode !== null || (await isHalfWay()), { interval: 5 }).toBe(true)
        started.kill('SIGKILL')
        await ended
        return started
      }),
    )
    // The import finished before the kill, so there is nothing to compare.
    if (child.exitCode === 0) return
    expect(await ofPractice()).toEqual(before)
    const again = await at.importRecords(clients(2))
    expect(again).toMatchObject({ errors: '', output: expect.stringMatching(/^client +1 +1 +0$/m) })
    expect(await at.withDatabase((db) => rowsOf(db, 'practice', ['id']))).toEqual([{ id: 'de-krekel' }])
  })

  describe('--files', () => {
    const some = (count: number) => [
      ...smallExport(),
      ...Array.from({ length: count }, (_, index) => ({
        ...recordsOfAnimal(index + 2, { client: 1, patient: 1 }).find(({ record }) => record === 'attachment'),
        fileName: `${index}.pdf`,
      })),
    ]
    const folderOf = async (count: number) => {
      const folder = at.inPlace('papers')
      await mkdir(folder)
      for (let index = 0; index < count; index += 1) await writeFile(path.join(folder, `${index}.pdf`), `${index}`)
      return folder
    }

    test('stores the files of a folder and prints their number', async () => {
      const folder = await folderOf(3)
      const first = await at.importRecords(some(5), '--files', folder)
      expect(first).toMatchObject({ code: 0, errors: '2 files not found in the folder.\n' })
      expect(first.output).toMatch(/^3 files stored, 0 unchanged\.$/m)
      expect(await at.storedFiles()).toHaveLength(3)
      await writeFile(path.join(folder, '0.pdf'), 'newer')
      await truncate(path.join(folder, '1.pdf'), 25 * 1024 * 1024 + 1)
      const second = await at.importRecords(some(5), '--files', folder)
      expect(second.output).toMatch(/^1 file stored, 1 unchanged\.$/m)
      expect(second.errors.trim().split('\n')).toEqual([
        `attachment ${uuid('3', 3)}: "1.pdf" is larger than 25 MiB`,
        '2 files not found in the folder.',
        '1 file left out.',
      ])
    })

    test('stores the remaining files after a kill', async () => {
      const count = 200
      const [folder, file] = [await folderOf(count), await at.exportFile(some(count))]
      const child = at.startImport(file, '--files', folder)
      const ended = once(child, 'close')
      await expect.poll(async () => (await at.storedFiles()).length, { interval: 5 }).toBeGreaterThan(10)
      child.kill('SIGKILL')
      await ended
      const before = (await at.storedFiles()).length
      expect(before).toBeLessThan(count)
      const { code, output } = await at.importFile(file, '--files', folder)
      const [, stored, unchanged] = /^(\d+) files? stored, (\d+) unchanged\.$/m.exec(output) ?? []
      expect([code, Number(stored) + Number(unchanged)]).toEqual([0, count])
      expect(Number(unchanged)).toBeGreaterThanOrEqual(before - 1)
      expect(await at.storedFiles()).toHaveLength(count)
      // The space reserved by the killed import is released only after an hour.
      const keys = await at.withDatabase((db) => rowsOf(db, 'file', ['key']))
      expect(keys.filter(({ key }) => !key.startsWith('reserved-'))).toHaveLength(count)
    })
  })
})

const clients = (count: number) =>
  Array.from({ length: count }, (_, index) => clientLine(index + 1, { lastName: 'Smit', registered: false }))

/** Number of new clients. SQLite preloads an import of this size; the first client exists already. */
const CLIENTS = { sqlite: 5001, postgres: 2 }

/** Detects that an import is writing; on PostgreSQL a table lock stops the import at that point. */
const HALF_WAY: Record<
  Engine,
  <T>(db: Database, importing: (isHalfWay: () => Promise<boolean>) => Promise<T>) => Promise<T>
> = {
  sqlite: (db, importing) =>
    importing(async () => (await db.selectFrom('client').select('uuid').limit(2).execute()).length > 1),
  postgres: (db, importing) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table client in share mode`.execute(trx)
      const waiting = sql`select 1 from pg_locks where relation = 'client'::regclass and not granted`
      return await importing(async () => (await waiting.execute(trx)).rows.length > 0)
    }),
}

describe('npm run import, checks before the start', () => {
  const at = eachImport('sqlite')

  test('creates no database in a folder with files of another portal', async () => {
    await writeFile(at.inPlace('token-secret'), 'x')
    const errors = expect.stringContaining('is empty, but its folder was used: it holds token-secret.')
    expect(await at.importRecords(smallExport())).toEqual({ code: 1, output: '', errors })
    await rm(at.inPlace('token-secret'))
    expect(await at.importRecords(smallExport())).toMatchObject({ code: 0, errors: '' })
  })

  test('fails if the file or the folder of files does not exist', async () => {
    const missing = { code: 1, output: '' }
    expect(await at.importFile('/nowhere.jsonl')).toEqual({ ...missing, errors: '/nowhere.jsonl is not a file.\n' })
    const files = await at.importRecords(smallExport(), '--files', '/nowhere')
    expect(files).toEqual({ ...missing, errors: '/nowhere is not a folder.\n' })
    await expect(access(at.inPlace('portal.sqlite'))).rejects.toThrow('ENOENT')
  })
})

onEngines('npm run user', (engine) => {
  const at = eachImport(engine)

  test('creates a staff account and prints a link for setting the password', async () => {
    await at.importRecords([practiceLine()])
    const made = await at.user('Femke@Kliniek.example', '--role', 'CLINIC_ADMIN', '--language', 'en')
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toMatch(
      /^https:\/\/portal\.example\/auth\/reset-password\?token=[\w-]{43}#username=femke%40kliniek\.example$/m,
    )
    const [link] = /(?<=token=)[\w-]+/.exec(made.output)!
    const femke = { username: 'femke@kliniek.example', practice_id: null, language: 'en' }
    expect(await at.withDatabase((db) => rowsOf(db, 'account'))).toMatchObject([femke])
    const accepting = { practice_id: 'de-krekel', token_hash: await hashToken(link) }
    expect(await at.withDatabase((db) => rowsOf(db, 'invitation_link'))).toMatchObject([accepting])

    await at.withDatabase((db) => changeRows(db, 'account', { password_hash: 'x' }))
    const make = (role: string) => at.user(femke.username, '--role', role)
    const offered = { code: 0, output: expect.stringContaining('https://portal.example\n') }
    expect(await make('CLINIC_ADMIN')).toMatchObject(offered)
    await at.withDatabase(acceptOffers)
    await at.withDatabase((db) => staff(db, 'de-krekel', 'other@kliniek.example', 'CLINIC_ADMIN'))
    const changed = { code: 0, output: 'femke@kliniek.example is CLINIC_USER of de-krekel.\n' }
    expect(await make('CLINIC_USER')).toMatchObject(changed)
  })

  test('ends the access of staff, except of the last admin', async () => {
    await at.importRecords([practiceLine()])
    const leave = (username: string) => at.user(username, '--deactivate')
    for (const username of ['a@x.example', 'b@x.example']) await at.user(username, '--role', 'CLINIC_ADMIN')
    await at.withDatabase(acceptOffers)
    expect(await leave('a@x.example')).toMatchObject({ code: 0, output: expect.stringContaining('no longer staff') })
    const last = 'b@x.example is the last admin of de-krekel; make another one first.\n'
    expect(await leave('b@x.example')).toMatchObject({ code: 1, errors: last })
    expect(await leave('c@x.example')).toMatchObject({ code: 1, errors: 'c@x.example is not staff of de-krekel.\n' })
    const accessLog = await at.withDatabase((db) => rowsOf(db, 'audit', ['id', 'action', 'account_id']))
    expect(accessLog.map((entry) => [entry.action, entry.account_id])).toEqual(
      ['imported', 'staff-invited', 'staff-invited', 'staff-deactivated'].map((action) => [action, null]),
    )
  })

  test('fails for an unknown practice', async () => {
    await at.withDatabase(async () => {})
    const errors = 'There is no practice de-krekel.\n'
    expect(await at.user('a@b.example', '--role', 'CLINIC_USER')).toMatchObject({ code: 1, errors })
  })
})
