import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseLocation } from './db/database.ts'
import { StartError } from './start-error.ts'

/**
 * Throws if the database is empty but the data folder was used before: the database was lost, or another one is meant.
 * Otherwise the server would start with no data, and only users who cannot sign in would notice.
 */
export function requireKnownDatabase({ dataDir, databaseUrl }: DatabaseLocation): void {
  const left = ['token-secret', 'files'].filter((name) => exists(join(dataDir, name)))
  if (left.length === 0) return
  const name = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDir}`
  const folder = databaseUrl ? `the data folder ${dataDir}` : 'its folder'
  throw new StartError(
    `${name} is empty, but ${folder} was used: it holds ${left.join(' and ')}. ` +
      'Restore the database; or take another DATA_DIR, or move those away, to start anew',
  )
}

/** An empty folder counts as absent. */
function exists(path: string): boolean {
  try {
    return readdirSync(path).length > 0
  } catch {
    return existsSync(path)
  }
}
