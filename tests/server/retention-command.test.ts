import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { client, invoice, practice } from '#harness/builders.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

onEngines('retention by command', (engine) => {
  let where: Place
  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
    await look(where, async (db) => {
      await practice(db, 'krekel')
      const policy = { kind: 'invoice' as const, years: 7, removed_before: null, starts_on: '2020-01-01' }
      await db
        .insertInto('retention')
        .values({ practice_id: 'krekel', ...policy })
        .execute()
      await invoice(db, await client(db, 'krekel'), { date: '2012-01-01' })
    })
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  const command = (...args: string[]) => run('server/cli/retention/main.ts', args, where)

  test('shows the policy and what the next night removes', async () => {
    const policy = await command('--practice', 'krekel')
    expect(policy).toMatchObject({ code: 0, errors: '' })
    expect(policy.output).toMatch(/^Years: invoice 7\.\nThe next nightly run is on \d{4}-\d\d-\d\d\.\n$/)
    expect((await command('--practice', 'krekel', '--preview')).output).toBe('invoice\t2012\t1\n')
    expect((await command('--practice', 'krekel', '--csv')).output).toContain('Factuur;01-01-2012;')
    expect(await command('--practice', 'mees')).toMatchObject({ code: 1, errors: 'There is no practice mees.\n' })
  })

  test('confirms the clock for all practices', async () => {
    expect((await command('--confirm-clock')).output).toBe('Removals are not stopped.\n')
    const at = '2026-06-15T10:00:00.000Z'
    const stopped = { id: 1, seen_at: at, steady_since: at, stopped_at: at }
    await look(where, (db) => db.insertInto('purge_clock').values(stopped).execute())
    expect((await command('--practice', 'krekel')).output).toContain(`Removals are stopped since ${at}`)
    expect((await command('--confirm-clock')).output).toBe(`Removals were stopped at ${at} and go on now.\n`)
    expect((await command('--practice', 'krekel')).output).toContain('The next nightly run')
  })
})
