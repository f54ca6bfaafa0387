import { findRow } from '#server/db/one-row.ts'
import { join } from 'node:path'
import { CommandError, UsageError, readOptions, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { removeFilesOfPractice } from '#server/import-jobs/csv-changes.ts'
import type { Database } from '#server/db/schema.ts'
import { withoutImports } from '#server/import/load.ts'
import { rewriteSqlite } from '#server/node/db/database.ts'
import { openFiles } from '#server/node/files/files.ts'
import { removeMailsTo } from '#server/node/mail-carriers.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'
import { remainingCopies } from './remaining-copies.ts'

const USAGE = usageOf('erase', '--client UUID --yes, or --rewrite')
const OPTIONS = { client: { type: 'string' }, yes: { type: 'boolean' }, rewrite: { type: 'boolean' } } as const

await runCommand(() => {
  const { values } = readOptions({ options: OPTIONS }, USAGE)
  if (values.client === undefined && !values.rewrite) throw new UsageError('--client is missing', USAGE)
  const settings = readSettings(process.env)
  if (values.rewrite && settings.databaseUrl)
    throw new CommandError('--rewrite is for SQLite only. On PostgreSQL, run VACUUM FULL.')
  return withDatabase(
    async (db) => {
      if (values.client !== undefined) await erase(db, settings, values.client.toLowerCase(), values.yes)
      await rewrite(db, settings)
    },
    { settings },
  )
})

async function erase(db: Database, settings: Settings, clientId: string, isSure = false): Promise<void> {
  const known = await findRow(db, 'client', { uuid: clientId }, ['practice_id as practiceId'])
  if (!known) throw new CommandError(`There is no client ${clientId}.`)
  if (!isSure) {
    throw new CommandError(
      `The client ${clientId} of ${known.practiceId} would be erased permanently. Nothing has changed. Add --yes to erase it.`,
    )
  }
  const erased = await withoutImports(db, async () => {
    const done = await eraseClient(db, openFiles(settings), { clientId, now: new Date() })
    // Uploaded CSV files may contain the client.
    if (done) await removeFilesOfPractice(db, done.practiceId)
    return done
  })
  if (!erased) throw new CommandError(`There is no client ${clientId}.`)
  await removeMailsTo(join(settings.dataDir, 'outbox'), erased.addresses)
  console.log(
    `The client ${clientId} of ${erased.practiceId} was erased. Erase it in the practice system as well; otherwise the next export loads it again.`,
  )
  console.log(['Copies that this command cannot reach may still have it:', ...remainingCopies(settings)].join('\n- '))
}

/** Rewrites the SQLite file. PostgreSQL has its own procedure, `VACUUM FULL`. */
async function rewrite(db: Database, { databaseUrl }: Settings): Promise<void> {
  if (databaseUrl) return
  if (await rewriteSqlite(db)) return
  throw new CommandError(
    'The database could not be rewritten, so its file may still contain deleted data. It is busy, perhaps with an import, or the disk is full. Run npm run erase -- --rewrite later.',
  )
}
