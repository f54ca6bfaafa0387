import { beforeEach, expect, test } from 'vitest'
import { client, invoice, practice } from '#harness/builders.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { onEngines } from '#harness/test-server.ts'

onEngines('npm run retention', (engine) => {
  const place = eachPlace(engine)
  const command = (...args: string[]) => run('server/cli/retention/main.ts', args, place)
  const ofKrekel = async (...args: string[]) => (await command('--practice', 'krekel', ...args)).output
  beforeEach(() =>
    withDatabase(place, async (db) => {
      await practice(db, 'krekel')
      const policy = { kind: 'invoice', years: 7, removed_before: null, starts_on: '2020-01-01' } as const
      await db
        .insertInto('retention')
        .values({ practice_id: 'krekel', ...policy })
        .execute()
      await invoice(db, await client(db, 'krekel'), { date: '2012-01-01' })
    }),
  )

  test('shows the policy and the records that the next night removes', async () => {
    expect(await ofKrekel()).toMatch(/^Years: invoice 7\.\nThe next nightly run is on \d{4}-\d\d-\d\d\.\n$/)
    expect(await ofKrekel('--preview')).toBe('invoice\t2012\t1\n')
    expect(await ofKrekel('--csv')).toContain('Factuur;01-01-2012;')
    expect(await command('--practice', 'mees')).toMatchObject({ code: 1, errors: 'There is no practice mees.\n' })
  })

  test('confirms the clock for all practices', async () => {
    expect((await command('--confirm-clock')).output).toBe('Removals are not stopped.\n')
    const at = '2026-06-15T10:00:00.000Z'
    const stopped = { id: 1, seen_at: at, steady_since: at, stopped_at: at }
    await withDatabase(place, (db) => db.insertInto('purge_clock').values(stopped).execute())
    expect(await ofKrekel()).toContain(`Removals were stopped at ${at}`)
    expect((await command('--confirm-clock')).output).toBe(`Removals were stopped at ${at} and continue now.\n`)
    expect(await ofKrekel()).toContain('The next nightly run')
  })
})
