import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Engine } from '#server/db/migrate.ts'
import type { Place } from './clinic.ts'
import { freshPostgres } from './postgres.ts'

/** Makes a temporary folder, which is removed at the end of the scope of a `using` declaration. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'portal-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Makes a temporary folder before each test and removes it afterwards. `path` is the folder of the running test. */
export function eachFolder(): { path: string } {
  const folder = { path: '' }
  beforeEach(() => void (folder.path = mkdtempSync(join(tmpdir(), 'portal-'))))
  afterEach(() => rmSync(folder.path, { recursive: true, force: true }))
  return folder
}

/**
 * Gives each test an empty data folder and, on PostgreSQL, a migrated database without rows. The returned object
 * changes before each test.
 */
export function eachPlace(engine: Engine = 'sqlite'): Place {
  const place: Place = { dataDir: '', databaseUrl: undefined }
  beforeEach(async () => {
    place.dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
    place.databaseUrl = engine === 'postgres' ? await freshPostgres() : undefined
  })
  afterEach(() => rmSync(place.dataDir, { recursive: true, force: true }))
  return place
}
