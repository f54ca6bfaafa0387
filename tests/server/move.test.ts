import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseFile } from '#server/node/db/database.ts'
import { client } from '#harness/builders.ts'
import { PRACTICE, type Place, allRowsOf, envOf, makeClinic, signIn, withDatabaseOf } from '#harness/clinic.ts'
import { run } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { DRAWN, REPLACED, SPACED } from '#harness/hard-strings.ts'
import { openServer } from '#harness/open-server.ts'
import { emptyPostgres, freshPostgres, postgresUrl } from '#harness/postgres.ts'

const NUL = '\u0000'
/** Texts that both engines can store. */
const TEXTS = [
  ...[...DRAWN, ...REPLACED.flat(), ...SPACED.flat()].filter((text) => !text.includes(NUL) && text.isWellFormed()),
  ...'"|\'|\\|\\u0041|\\.|\t|\r\n|{}|[null]|null|%s|$1|| '.split('|'),
  'a'.repeat(100_000),
]
const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1' }

describe.runIf(postgresUrl())('dierenportaal move', { tags: ['postgres', 'database'] }, () => {
  const place = eachPlace('sqlite')
  let to: Place
  beforeEach(async () => void (to = { ...place, databaseUrl: await emptyPostgres() }))
  const move = (target = to.databaseUrl!) => run('server/cli/move/main.ts', ['--to', target], place)

  test('moves every row, and the server continues on PostgreSQL', async () => {
    const demo = await openServer({ ...envOf(place), ...NO_MAIL_SERVER, DEMO: 'on' })
    await signIn(demo.url, 'owner@mail.example')
    await demo.stop()
    await withDatabaseOf(place, async (db) => {
      for (const [index, text] of TEXTS.entries())
        await client(db, 'de-waag', { street: text, call_name: index % 2 === 0 ? text : null })
    })
    const rows = await allRowsOf(place)
    const file = readFileSync(databaseFile(place.dataDir))

    const { code, output, errors } = await move()
    expect([code, errors]).toEqual([0, ''])
    // All tables and the two tables of migrations.
    expect(output).toContain(`${Object.keys(rows).length + 2} tables, compared by number of rows and checksum`)
    expect(await allRowsOf(to)).toEqual(rows)
    expect(rows['client']!.length).toBeGreaterThan(TEXTS.length)
    expect(readFileSync(databaseFile(place.dataDir)).equals(file)).toBe(true)

    await using server = await openServer({ ...envOf(to), ...NO_MAIL_SERVER })
    const authorization = await signIn(server.url, 'admin@dewaag.example')
    const list = await fetch(`${server.url}/api/practice/de-waag/clients?size=25`, { headers: { authorization } })
    expect(list.status).toBe(200)
    // New rows of the access log continue the ids of the moved rows.
    const { content } = (await list.json()) as { content: { uuid: string }[] }
    const opened = await fetch(`${server.url}/api/clients/${content[0]!.uuid}`, { headers: { authorization } })
    expect(opened.status).toBe(200)
    const largest = Math.max(...rows['audit']!.map((row) => (row as { id: number }).id))
    const idsNow = async () => (await allRowsOf(to))['audit']!.map((row) => (row as { id: number }).id)
    await expect.poll(idsNow).toContain(largest + 1)
  })

  test('refuses a used database, a running server and a folder without data; an empty target is accepted', async () => {
    await makeClinic(place)
    const used = { ...place, databaseUrl: await freshPostgres() }
    await makeClinic(used)
    const notEmpty = await move(used.databaseUrl)
    expect([notEmpty.code, notEmpty.errors]).toEqual([
      1,
      expect.stringContaining('The database of --to is not empty: '),
    ])
    expect((await allRowsOf(used))['practice']).toHaveLength(1)

    const server = await openServer(envOf(place))
    expect((await move()).errors).toContain('A server or an import is running on the data folder')
    await server.stop()
    expect((await move('mysql://x')).errors).toContain('DATABASE_URL must be an address that starts with postgres://')
    expect(
      await run('server/cli/move/main.ts', ['--to', to.databaseUrl!], { ...place, dataDir: '/nowhere' }),
    ).toMatchObject({
      code: 1,
      errors: 'There is no database in /nowhere.\n',
    })
    // An empty schema is accepted, such as that of a move that failed.
    expect(await move(await freshPostgres())).toMatchObject({ code: 0, errors: '' })
  })

  test('moves nothing if one row cannot be stored, and everything after its repair', async () => {
    await makeClinic(place)
    await withDatabaseOf(place, (db) => client(db, PRACTICE, { street: `a${NUL}b` }))
    const failed = await move()
    expect([failed.code, failed.errors]).toEqual([
      1,
      expect.stringMatching(/^The table client cannot be moved, at row 1 .*: a text has a NUL/),
    ])
    expect((await allRowsOf(to))['practice']).toEqual([])
    await withDatabaseOf(place, (db) => db.updateTable('client').set({ street: 'a' }).execute())
    expect(await move()).toMatchObject({ code: 0, errors: '' })
    expect((await allRowsOf(to))['client']).toHaveLength(1)
  })

  test('refuses the schema of another version', async () => {
    await makeClinic(place)
    await withDatabaseOf(place, (db) => sql`delete from kysely_migration where name > '0081'`.execute(db))
    expect((await move()).errors).toContain('has the schema of another version. Run dierenportaal migrate first.')
  })
})
