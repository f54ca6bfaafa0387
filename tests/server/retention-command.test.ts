import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { client, invoice, practice } from '#harness/builders.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

const COMMAND = 'server/cli/retention/main.ts'

onEngines('retention by command', (engine) => {
  let where: Place
  let unpaid: string
  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
    await look(where, async (db) => {
      await practice(db, 'krekel')
      await db
        .insertInto('retention')
        .values({ practice_id: 'krekel', kind: 'invoice', years: 7, removed_before: null })
        .execute()
      const clientId = await client(db, 'krekel')
      await invoice(db, clientId, { date: '2012-01-01' })
      unpaid = await invoice(db, clientId, { date: '2012-01-01', status: 'UNPAID' })
    })
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  test('lists, rehearses, and removes what was rehearsed when it is told --yes', async () => {
    const krekel = ['--practice', 'krekel']
    const rehearsed = await run(COMMAND, [...krekel, '--rehearse'], where)
    expect(rehearsed).toMatchObject({ code: 0, errors: '' })
    expect(rehearsed.output).toContain('invoice\t2012\t1\nRehearsal 1 is made. Nothing was removed.\n')
    expect(await run(COMMAND, [...krekel, '--remove', '1'], where)).toMatchObject({
      code: 1,
      errors: '1 records of krekel would be removed for good. Nothing has changed; say --yes.\n',
    })
    expect(await run(COMMAND, [...krekel, '--remove', '1', '--yes'], where)).toMatchObject({
      code: 0,
      output: 'invoice\t1 removed\nRehearsal 1 is done; 0 records stay, for they have changed since.\n',
    })
    const left = await look(where, (db) => db.selectFrom('invoice').select('uuid').execute())
    expect(left).toEqual([{ uuid: unpaid }])
    const again = await run(COMMAND, [...krekel, '--remove', '1', '--yes'], where)
    expect(again).toMatchObject({ code: 1, output: '' })
    expect(again.errors).toContain('This rehearsal does not count any more')
    const { output } = await run(COMMAND, krekel, where)
    expect(output).toMatch(/^Years: invoice 7\.\n1\tdone\t/)
    expect(await run(COMMAND, ['--practice', 'mees'], where)).toMatchObject({
      code: 1,
      errors: 'There is no practice mees.\n',
    })
  })
})
