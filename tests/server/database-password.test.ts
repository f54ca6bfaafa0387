import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PRACTICE, makeClinic } from '#harness/clinic.ts'
import { run } from '#harness/commands.ts'
import { eachFolder } from '#harness/folders.ts'
import { createPortal } from '#harness/postgres.ts'
import { makeUser, setPassword } from '#harness/postgres-users.ts'

const folder = eachFolder()

test('DATABASE_PASSWORD_FILE: a password may contain any character', { tags: ['postgres', 'database'] }, async () => {
  const url = await createPortal()
  await makeClinic({ dataDir: folder.path, databaseUrl: url })
  const user = await makeUser(url)
  const password = ' @:/#%?&=[]"+\\%40é '
  await setPassword(url, user.name, password)
  await user.mayUseAll()
  const without = new URL(user.url)
  without.password = ''
  const place = { dataDir: folder.path, databaseUrl: without.href }
  const file = join(folder.path, 'password')
  vi.stubEnv('DATABASE_PASSWORD_FILE', file)
  onTestFinished(() => void vi.unstubAllEnvs())

  writeFileSync(file, `${password}\n`)
  expect(await run('server/cli/practices/main.ts', [], place)).toMatchObject({
    code: 0,
    output: expect.stringContaining(PRACTICE),
  })
  // The backup also passes the password to `pg_dump`.
  expect(await run('server/cli/backup/main.ts', [join(folder.path, 'backup')], place)).toMatchObject({ code: 0 })

  writeFileSync(file, 'wrong')
  const refused = await run('server/cli/practices/main.ts', [], place)
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('password authentication failed')
})
