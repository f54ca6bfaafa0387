import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Place, look, run, start } from '#harness/commands.ts'
import { type AnyRecord, fileText, papers, smallExport, uuid } from '#harness/example-export.ts'
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

async function exportFile(records: AnyRecord[]): Promise<string> {
  const file = path.join(dataDir, 'export.jsonl')
  await writeFile(file, fileText(records))
  return file
}

onEngines('npm run import --files', (engine) => {
  const some = (count: number) => [
    ...smallExport(),
    ...Array.from({ length: count }, (_, index) => ({
      ...papers(index + 2, { client: 1, patient: 1 }).find(({ record }) => record === 'attachment'),
      fileName: `${index}.pdf`,
    })),
  ]
  const folderOf = async (count: number) => {
    const folder = path.join(dataDir, 'papers')
    await mkdir(folder)
    for (let index = 0; index < count; index += 1) await writeFile(path.join(folder, `${index}.pdf`), `${index}`)
    return folder
  }
  const kept = async () =>
    (await readdir(path.join(dataDir, 'files')).catch((): string[] => [])).filter((name) => !name.startsWith('.'))

  test('stores the files of a folder beside the portal’s others, and says so', async () => {
    const where = await place(engine)
    const folder = await folderOf(3)
    const first = await importFile(await exportFile(some(5)), where, '--files', folder)
    expect(first).toMatchObject({ code: 0, errors: '2 files not found in the folder.\n' })
    expect(first.output).toMatch(/^3 files stored, 0 unchanged\.$/m)
    expect(await kept()).toHaveLength(3)
    await writeFile(path.join(folder, '0.pdf'), 'newer')
    await truncate(path.join(folder, '1.pdf'), 25 * 1024 * 1024 + 1)
    const second = await importFile(await exportFile(some(5)), where, '--files', folder)
    expect(second.output).toMatch(/^1 file stored, 1 unchanged\.$/m)
    expect(second.errors.trim().split('\n')).toEqual([
      `attachment ${uuid('3', 3)}: "1.pdf" is larger than 25 MiB`,
      '2 files not found in the folder.',
      '1 file left out.',
    ])
  })

  test('killed in between, the next one stores the rest', async () => {
    const where = await place(engine)
    const count = 400
    const [folder, file] = [await folderOf(count), await exportFile(some(count))]
    const child = start('server/cli/import/main.ts', [file, '--practice', 'de-krekel', '--files', folder], where)
    const ended = once(child, 'close')
    await expect.poll(async () => (await kept()).length, { interval: 5 }).toBeGreaterThan(10)
    child.kill('SIGKILL')
    await ended
    const before = (await kept()).length
    expect(before).toBeLessThan(count)
    const { code, output } = await importFile(file, where, '--files', folder)
    const [, stored, unchanged] = /^(\d+) files? stored, (\d+) unchanged\.$/m.exec(output) ?? []
    expect([code, Number(stored) + Number(unchanged)]).toEqual([0, count])
    expect(Number(unchanged)).toBeGreaterThanOrEqual(before - 1)
    expect(await kept()).toHaveLength(count)
    const noted = await look(where, (db) =>
      db
        .selectFrom('file')
        .select('key')
        // The room that was kept for the file of the kill is free after an hour.
        .where('key', 'not like', 'reserved-%')
        .execute(),
    )
    expect(noted).toHaveLength(count)
  })
})

test('does not begin without the folder that it is told of', async () => {
  const { code, errors } = await importFile(
    await exportFile(smallExport()),
    await place('sqlite'),
    '--files',
    '/nowhere',
  )
  expect({ code, errors }).toEqual({ code: 1, errors: '/nowhere is not a folder.\n' })
  await expect(access(path.join(dataDir, 'portal.sqlite'))).rejects.toThrow('ENOENT')
})
