import { beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff } from '#harness/builders.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { createSetupCode } from '#server/setup/code.ts'
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

  test('adds a practice and prints the link by which its admin accepts', async () => {
    const contact = ['--phone', '0182 123456', '--website', 'https://krekel.example']
    const added = await command('add', 'Kliniek De Uil', '--admin', 'Tess@Uil.example', ...contact, '--language', 'en')
    expect(added.output).toMatch(/^kliniek-de-uil \(Kliniek De Uil\) was added. Tess@Uil.example was offered its/)
    expect(added.output).toMatch(
      /within 14 days:\nhttps:\/\/portal.example\/auth\/reset-password\?token=[\w-]+#username=/,
    )
    const existing = ['--admin', 'admin@krekel.example']
    expect((await command('add', 'Kliniek De Uil', ...existing)).output).toMatch(
      /^kliniek-de-uil-2 .*\nAccept it by signing in to the portal: https:\/\/portal.example\n$/s,
    )
    await withDatabase(place, async (db) => {
      const practices = db.selectFrom('practice').select(['phone', 'website']).where('id', '=', 'kliniek-de-uil')
      expect(await practices.execute()).toEqual([{ phone: '0182 123456', website: 'https://krekel.example' }])
      const offers = await db.selectFrom('staff_offer').select(['practice_id', 'role']).orderBy('practice_id').execute()
      expect(offers).toEqual(
        ['kliniek-de-uil', 'kliniek-de-uil-2'].map((practice_id) => ({ practice_id, role: 'CLINIC_ADMIN' })),
      )
      const actions = db.selectFrom('audit').select('action').where('practice_id', '=', 'kliniek-de-uil').orderBy('id')
      expect((await actions.execute()).map(({ action }) => action)).toEqual(['practice-added', 'staff-invited'])
    })
  })

  test.each([
    [['De Uil', '--admin', 'tess'], 2, /^--admin is not an e-mail address/],
    [['De Uil'], 2, /^--admin is missing/],
    [['De Uil', '--admin', 'tess@uil.example', '--website', 'x'], 2, /^--website /],
    [['De Uil', '--admin', 'tess@uil.example', '--id', 'krekel'], 1, /^There is a practice krekel already/],
  ])('add %j changes nothing', async (args, code, errors) => {
    expect(await command('add', ...args)).toMatchObject({ code, errors: expect.stringMatching(errors) })
    await withDatabase(place, async (db) => {
      expect(await db.selectFrom('practice').select('id').execute()).toHaveLength(2)
    })
  })
})

onEngines('npm run practices add', (engine) => {
  const place = eachPlace(engine)

  test('adds the first practice to an empty database, and ends the set-up codes', async () => {
    const code = () => withDatabase(place, (db) => createSetupCode(db, new Date()))
    if (engine === 'postgres') expect(await code()).toBeDefined()
    const args = ['add', 'De Uil', '--admin', 'tess@uil.example']
    expect(await run('server/cli/practices/main.ts', args, place)).toMatchObject({ code: 0, errors: '' })
    expect(await code()).toBeUndefined()
    expect(await withDatabase(place, (db) => db.selectFrom('setup_code').selectAll().execute())).toEqual([])
  })
})
