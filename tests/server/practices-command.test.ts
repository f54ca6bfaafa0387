import { beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff } from '#harness/builders.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { onEngines } from '#harness/test-server.ts'

onEngines('npm run practices', (engine) => {
  const place = eachPlace(engine)
  const command = (...args: string[]) => run('server/cli/practices/main.ts', args, place)
  beforeEach(() =>
    withDatabase(place, async (db) => {
      await practice(db, 'krekel', { name: 'De Krekel' })
      await practice(db, 'mus', { name: 'De Mus', locked: 1 })
      await staff(db, 'krekel', 'admin@krekel.example', 'CLINIC_ADMIN')
      await staff(db, 'krekel', 'user@krekel.example')
      await client(db, 'krekel', { account_id: await account(db, 'jan@mail.example') })
    }),
  )

  test('lists the practices with size, admins and last import', async () => {
    const rest = ['imported never', '0 files, 0 B', 'quota none']
    const { code, output } = await command()
    const lines = output.trimEnd().split('\n')
    expect([code, ...lines.map((line) => line.split('\t'))]).toEqual([
      0,
      ['krekel', 'De Krekel', 'open', '1 registered, 0 not', '0 not invited yet', '1 admins', ...rest],
      ['mus', 'De Mus', 'locked', '0 registered, 0 not', '0 not invited yet', '0 admins', ...rest],
    ])
  })

  test('locks and unlocks a practice, with one log entry per change', async () => {
    const state = () =>
      withDatabase(place, async (db) => ({
        ...(await db.selectFrom('practice').select('locked').where('id', '=', 'krekel').executeTakeFirstOrThrow()),
        accessLog: await db.selectFrom('audit').select(['practice_id', 'action', 'details']).execute(),
      }))
    const entry = { practice_id: 'krekel', action: 'practice-changed', details: '{"fields":["locked"]}' }
    expect((await command('--lock', 'krekel')).output).toBe('krekel is now locked.\n')
    expect((await command('--lock', 'krekel')).output).toBe('krekel was already locked.\n')
    expect(await state()).toEqual({ locked: 1, accessLog: [entry] })
    expect((await command('--unlock', 'krekel')).output).toBe('krekel is now open.\n')
    expect(await state()).toEqual({ locked: 0, accessLog: [entry, entry] })
    expect(await command('--lock', 'mees')).toMatchObject({ code: 1, errors: 'There is no practice mees.\n' })
  })
})
