import { once } from 'node:events'
import { access, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { acceptOffers } from '#server/demo/accept-offers.ts'
import { loadExport } from '#server/import/load.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { type AnyRecord, clientLine, fileText, practiceLine, smallExport, staffLine } from '#harness/example-export.ts'
import { staff } from '#harness/builders.ts'
import { type Place, look, run, start } from '#harness/commands.ts'
import { onEngines } from '#harness/test-server.ts'
import { freshPostgres } from '#harness/postgres.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-import-'))
})
afterEach(async () => await rm(dataDir, { recursive: true, force: true }))

const place = async (engine: string): Promise<Place> => ({
  dataDir,
  databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
})

const importFile = (file: string, where: Place, ...options: string[]) =>
  run('server/cli/import/main.ts', [file, '--practice', 'de-krekel', ...options], where)
const makeUser = (where: Place, ...args: string[]) => run('server/cli/user/main.ts', args, where)

async function exportFile(records: AnyRecord[]): Promise<string> {
  const file = path.join(dataDir, 'export.jsonl')
  await writeFile(file, fileText(records))
  return file
}

const outboxFiles = async () => await readdir(path.join(dataDir, 'outbox')).catch((): string[] => [])

onEngines('npm run import', (engine) => {
  test('loads a file, says what it did and leaves the mails in the outbox folder', async () => {
    const where = await place(engine)
    const file = await exportFile(smallExport())
    const { code, output, errors } = await importFile(file, where, '--invite')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^client +1 +0 +0$/m)
    const mails = await outboxFiles()
    expect(mails).toHaveLength(2)
    expect(output).toContain(mails[0])
    const again = await importFile(file, where, '--invite')
    expect(again.output).toMatch(/^logbookEntry +0 +0 +1$/m)
    expect(await outboxFiles()).toEqual(mails)
    expect(await look(where, (db) => db.selectFrom('outbox').selectAll().execute())).toEqual([])
  })

  test('mails the offer of the only admin first, and says how many invitations wait and until when', async () => {
    const where = await place(engine)
    vi.stubEnv('LIMIT_PRACTICE_MAILS_PER_DAY', '2')
    const owners = Array.from({ length: 5 }, (_, number) => clientLine(number + 1))
    const file = await exportFile([practiceLine('de-krekel'), ...owners, staffLine('admin@de-krekel.example')])
    const { code, output } = await importFile(file, where, '--invite').finally(() => vi.unstubAllEnvs())
    expect(code).toBe(0)
    const to = [...output.matchAll(/^Mail to (\S+@[\w.-]*\w)/gm)].map(([, address]) => address)
    expect(to).toEqual(['admin@de-krekel.example', 'client1@mail.example'])
    const lastOn = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(output).toContain(`4 invitations of de-krekel wait: it sends 2 a day, and the last go on ${lastOn} (UTC).`)
  })

  test('says what it left out, and loads the rest', async () => {
    const where = await place(engine)
    const file = await exportFile([...smallExport(), clientLine(2, { email: 'nobody' })])
    await writeFile(file, '{"record":\n\nno JSON\n', { flag: 'a' })
    const { code, errors, output } = await importFile(file, where)
    expect([code, errors]).toEqual([
      0,
      [
        '3 warnings:',
        'line 10: email is not an e-mail address',
        'line 11: is not JSON (line left out)',
        'line 13: is not JSON (line left out)',
        'client: 0 lines left out (invalidEmail 1)',
        'unreadable: 2 lines left out (notJson 2)',
        '',
      ].join('\n'),
    ])
    expect(output).toMatch(/^client +2 +0 +0$/m)
  })

  test('asks for --confirm where it would leave out more than 5 % of the lines of a kind', async () => {
    const where = await place(engine)
    const file = await exportFile([...smallExport(), ...Array.from({ length: 5 }, () => clientLine(2, { uuid: '' }))])
    const asked = await importFile(file, where)
    expect([asked.code, asked.output]).toEqual([1, ''])
    expect(asked.errors).toContain(
      'client: 5 of 6 lines would be left out\nNothing was loaded. If this is right, run the command again with --confirm.\n',
    )
    const confirmed = await importFile(file, where, '--confirm')
    expect(confirmed.code).toBe(0)
    expect(confirmed.output).toMatch(/^client +1 +0 +0$/m)
  })

  test('says what is another practice’s, and loads the rest when asked', async () => {
    const where = await place(engine)
    const file = await exportFile([...smallExport(), practiceLine('other')])
    const refused = await importFile(file, where)
    expect(refused).toEqual({
      code: 1,
      output: '',
      errors: [
        'line 10: id belongs to another practice',
        'Nothing was loaded: 1 line with problems. --skip-invalid loads the rest.',
        '',
      ].join('\n'),
    })
    const skipped = await importFile(file, where, '--skip-invalid')
    expect(skipped.code).toBe(0)
    expect(skipped.errors).toContain('Left out: 1 line with problems.')
    expect(skipped.output).toMatch(/^client +1 +0 +0$/m)
  })

  test(
    'waits its turn for another import, and then says in one line that the database is busy',
    { tags: ['database'] },
    async () => {
      const where = await place(engine)
      const file = await exportFile(smallExport())
      await importFile(file, where)
      const expectBusy = async () =>
        expect(await importFile(file, where)).toEqual({
          code: 1,
          output: '',
          errors: 'The database is busy, perhaps with another import. Nothing has changed; please try again later.\n',
        })
      const importing = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      const other = look(where, (db) =>
        loadExport(db, [], {
          practiceId: null,
          now: new Date(),
          andThen: async () => {
            importing.resolve()
            await over.promise
          },
        }),
      )
      await importing.promise
      await expectBusy()
      over.resolve()
      await other
      if (engine === 'sqlite') {
        // Before it writes as well.
        const unlock = lockDataDir(dataDir, 'import')!
        await expectBusy()
        unlock()
      }
      expect(await importFile(file, where)).toMatchObject({ code: 0, errors: '' })
    },
  )

  test('killed half-way, it has changed nothing', { tags: ['database'] }, async () => {
    const where = await place(engine)
    await importFile(await exportFile(smallExport()), where)
    const ofPractice = async (db: Database) => [
      await db.selectFrom('practice').selectAll().where('id', '=', 'de-krekel').execute(),
      await db.selectFrom('client').selectAll().where('practice_id', '=', 'de-krekel').execute(),
    ]
    const before = await look(where, ofPractice)
    const file = await exportFile([practiceLine('de-krekel', { name: 'New' }), ...clients(CLIENTS[engine])])
    const child = await look(where, (db) =>
      HALF_WAY[engine](db, async (isHalfWay) => {
        const started = start('server/cli/import/main.ts', [file, '--practice', 'de-krekel'], where)
        const ended = once(started, 'close')
        await expect.poll(async () => started.exitCode !== null || (await isHalfWay()), { interval: 5 }).toBe(true)
        started.kill('SIGKILL')
        await ended
        return started
      }),
    )
    // It was quicker than who wanted to kill it.
    if (child.exitCode === 0) return
    expect(await look(where, ofPractice)).toEqual(before)
    const again = await importFile(await exportFile(clients(2)), where)
    expect([again.errors, again.output]).toEqual(['', expect.stringMatching(/^client +1 +1 +0$/m)])
    const practices = await look(where, (db) => db.selectFrom('practice').select('id').execute())
    expect(practices).toEqual([{ id: 'de-krekel' }])
  })
})

const clients = (count: number) =>
  Array.from({ length: count }, (_, index) => clientLine(index + 1, { lastName: 'Smit', registered: false }))

/** On SQLite so many new ones that they are loaded ahead; the first is there already. */
const CLIENTS = { sqlite: 5001, postgres: 2 }

/** What shows that an import has written something; on PostgreSQL it cannot go on from there. */
const HALF_WAY: Record<
  Engine,
  <T>(db: Database, importing: (isHalfWay: () => Promise<boolean>) => Promise<T>) => Promise<T>
> = {
  sqlite: (db, importing) =>
    importing(async () => {
      const some = await db.selectFrom('client').select('uuid').limit(2).execute()
      return some.length > 1
    }),
  postgres: (db, importing) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table client in share mode`.execute(trx)
      return await importing(async () => {
        const { rows } = await sql`select 1 from pg_locks where relation = 'client'::regclass and not granted`.execute(
          trx,
        )
        return rows.length > 0
      })
    }),
}

describe('npm run import', () => {
  test('makes no new database in a folder that was used', async () => {
    const where = await place('sqlite')
    const file = await exportFile(smallExport())
    await writeFile(path.join(dataDir, 'token-secret'), 'x')
    const { code, output, errors } = await importFile(file, where)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain('is empty, but its folder was used: it holds token-secret.')
    await rm(path.join(dataDir, 'token-secret'))
    expect(await importFile(file, where)).toMatchObject({ code: 0, errors: '' })
  })

  test('is one line and no trace where it cannot begin', async () => {
    const { code, errors } = await run(
      'server/cli/import/main.ts',
      ['/nowhere.jsonl', '--practice', 'x'],
      await place('sqlite'),
    )
    expect({ code, errors }).toEqual({ code: 1, errors: '/nowhere.jsonl is not a file.\n' })
    await expect(access(path.join(dataDir, 'portal.sqlite'))).rejects.toThrow('ENOENT')
  })
})

onEngines('npm run user', (engine) => {
  test('makes a member of staff and prints a link that sets the password', async () => {
    const where = await place(engine)
    await importFile(await exportFile([practiceLine()]), where)
    const made = await makeUser(
      where,
      'Femke@Kliniek.example',
      '--practice',
      'de-krekel',
      '--role',
      'CLINIC_ADMIN',
      '--language',
      'en',
    )
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toMatch(
      /^https:\/\/portal\.example\/auth\/reset-password\?token=[\w-]{43}#username=femke%40kliniek\.example$/m,
    )
    const [link] = /(?<=token=)[\w-]+/.exec(made.output)!
    const find = () => look(where, (db) => db.selectFrom('account').selectAll().executeTakeFirstOrThrow())
    expect(await find()).toMatchObject({ username: 'femke@kliniek.example', practice_id: null, language: 'en' })
    const accepting = await look(where, (db) => db.selectFrom('invitation_link').selectAll().executeTakeFirstOrThrow())
    expect(accepting).toMatchObject({ practice_id: 'de-krekel', token_hash: await hashToken(link) })

    await look(where, (db) => db.updateTable('account').set({ password_hash: 'x' }).execute())
    const make = (role: string) => makeUser(where, 'femke@kliniek.example', '--practice', 'de-krekel', '--role', role)
    const offered = await make('CLINIC_ADMIN')
    expect([offered.code, offered.output]).toEqual([0, expect.stringContaining('https://portal.example\n')])
    await look(where, acceptOffers)
    await look(where, async (db) => await staff(db, 'de-krekel', 'other@kliniek.example', 'CLINIC_ADMIN'))
    const changed = await make('CLINIC_USER')
    expect([changed.code, changed.output]).toEqual([0, 'femke@kliniek.example is CLINIC_USER of de-krekel.\n'])
  })

  test('ends the access of all but the last admin, and the trail tells it', async () => {
    const where = await place(engine)
    await importFile(await exportFile([practiceLine()]), where)
    const leave = (who: string) => makeUser(where, who, '--practice', 'de-krekel', '--deactivate')
    for (const who of ['a@x.example', 'b@x.example'])
      await makeUser(where, who, '--practice', 'de-krekel', '--role', 'CLINIC_ADMIN')
    await look(where, acceptOffers)
    expect(await leave('a@x.example')).toMatchObject({ code: 0, output: expect.stringContaining('no more') })
    expect(await leave('b@x.example')).toMatchObject({
      code: 1,
      errors: 'b@x.example is the last admin of de-krekel; make another one first.\n',
    })
    expect(await leave('c@x.example')).toMatchObject({ code: 1, errors: 'c@x.example is not staff of de-krekel.\n' })
    const trail = await look(where, (db) =>
      db.selectFrom('audit').select(['action', 'account_id']).where('action', '!=', 'imported').orderBy('id').execute(),
    )
    expect(trail).toEqual(
      ['staff-invited', 'staff-invited', 'staff-deactivated'].map((action) => ({ action, account_id: null })),
    )
  })

  test('refuses a practice that is not there', async () => {
    const where = await place(engine)
    await look(where, async () => {})
    const { code, errors } = await makeUser(where, 'a@b.example', '--practice', 'x', '--role', 'CLINIC_USER')
    expect({ code, errors }).toEqual({ code: 1, errors: 'There is no practice x.\n' })
  })
})

test('a mail of an import opens the portal at the address that was set', async () => {
  const where = await place('sqlite')
  await importFile(await exportFile([practiceLine(), staffLine('a@staff.example')]), where)
  const [mail] = await outboxFiles()
  const text = await readFile(path.join(dataDir, 'outbox', mail!), 'utf8')
  expect(text).toContain('To: a@staff.example')
  expect(text).toContain('\r\nhttps://portal.example/auth/reset-password?token=')
})
