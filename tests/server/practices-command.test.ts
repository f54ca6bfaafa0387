import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

const COMMAND = 'server/cli/practices/main.ts'

onEngines('practices by command', (engine) => {
  let where: Place
  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
    await look(where, async (db) => {
      await practice(db, 'krekel', { name: 'De Krekel' })
      await practice(db, 'mus', { name: 'De Mus', locked: 1 })
      await staff(db, 'krekel', 'admin@krekel.example', 'CLINIC_ADMIN')
      await staff(db, 'krekel', 'user@krekel.example', 'CLINIC_USER')
      await client(db, 'krekel', { account_id: await account(db, 'jan@mail.example') })
    })
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  test('lists each with its size, its admins and its last import', async () => {
    const { code, output } = await run(COMMAND, [], where)
    expect({
      code,
      lines: output
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')),
    }).toEqual({
      code: 0,
      lines: [
        [
          'krekel',
          'De Krekel',
          'open',
          '1 registered, 0 not',
          '0 not invited yet',
          '1 admins',
          'imported never',
          '0 files, 0 B',
          'quota none',
        ],
        [
          'mus',
          'De Mus',
          'locked',
          '0 registered, 0 not',
          '0 not invited yet',
          '0 admins',
          'imported never',
          '0 files, 0 B',
          'quota none',
        ],
      ],
    })
  })

  test('locks and unlocks one, once, and says so in its trail', async () => {
    const state = () =>
      look(where, async (db) => ({
        locked: (await db.selectFrom('practice').select('locked').where('id', '=', 'krekel').executeTakeFirstOrThrow())
          .locked,
        trail: await db.selectFrom('audit').select(['practice_id', 'action', 'details']).execute(),
      }))
    const noted = { practice_id: 'krekel', action: 'practice-changed', details: '{"fields":["locked"]}' }
    expect((await run(COMMAND, ['--lock', 'krekel'], where)).output).toBe('krekel is locked now.\n')
    expect((await run(COMMAND, ['--lock', 'krekel'], where)).output).toBe('krekel is locked already.\n')
    expect(await state()).toEqual({ locked: 1, trail: [noted] })
    expect((await run(COMMAND, ['--unlock', 'krekel'], where)).output).toBe('krekel is open now.\n')
    expect(await state()).toEqual({ locked: 0, trail: [noted, noted] })
  })

  test('refuses one that there is not', async () => {
    expect(await run(COMMAND, ['--lock', 'mees'], where)).toMatchObject({
      code: 1,
      errors: 'There is no practice mees.\n',
    })
  })
})
