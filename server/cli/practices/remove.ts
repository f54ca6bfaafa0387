import { isSameText } from '#contract/fold-name.ts'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { BUSY, CommandError } from '#server/cli/command.ts'
import { remainingCopies } from '#server/cli/erase/remaining-copies.ts'
import type { Database } from '#server/db/schema.ts'
import { withoutImports } from '#server/import/load.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { rewriteSqlite } from '#server/node/db/database.ts'
import { openFiles } from '#server/node/files/files.ts'
import { importFolder } from '#server/node/imports/import-folder.ts'
import { removeMailsTo } from '#server/node/mail-carriers.ts'
import type { Settings } from '#server/node/settings.ts'
import { type PracticeName, sizeText } from './quota.ts'
import { countPractice, removePractice } from './remove-practice.ts'

/** Prints what a removal would delete, and removes the practice once its name is confirmed. */
export async function remove(
  db: Database,
  settings: Settings,
  { id, name }: PracticeName,
  confirmed: string | undefined,
): Promise<void> {
  const { clients, accounts, records, files, bytes } = await countPractice(db, id)
  console.log(
    `${id} (${name}) would be removed permanently: ${clients} clients, ${accounts} accounts without another practice, ${records} records, ${files} files of ${sizeText(bytes)}.`,
  )
  const typed =
    confirmed ?? (process.stdin.isTTY ? await prompt(`Type ${JSON.stringify(name)} to remove it: `) : undefined)
  if (typed === undefined || !isSameText(typed, name))
    throw new CommandError(`Nothing has changed. Add --yes ${JSON.stringify(name)} to remove the practice.`)
  const { dataDir, databaseUrl, limits } = settings
  const unlock = databaseUrl ? () => {} : lockDataDir(dataDir, 'import')
  if (!unlock) throw new CommandError(BUSY)
  try {
    const { remove: removeExport } = importFolder(join(dataDir, 'imports'), { maxBytes: limits.importBytes })
    const addresses = await withoutImports(db, () =>
      removePractice(db, openFiles(settings), { practiceId: id, now: new Date(), removeExport }),
    )
    await removeMailsTo(join(dataDir, 'outbox'), addresses)
  } finally {
    unlock()
  }
  console.log(
    [
      `${id} was removed. An import of its export would create it again. Copies that this command cannot reach may still have it:`,
      ...remainingCopies(settings),
    ].join('\n- '),
  )
  if (!databaseUrl && !(await rewriteSqlite(db)))
    throw new CommandError(
      'The database is busy, so its file may still contain deleted data. Run npm run erase -- --rewrite later.',
    )
}

async function prompt(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await lines.question(question)).trim()
  } finally {
    lines.close()
  }
}
