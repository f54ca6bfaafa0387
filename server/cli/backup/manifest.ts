import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#server/cli/command.ts'
import { parseJson } from '#server/db/json.ts'
import type { Engine } from '#server/db/migrate.ts'

export const DATABASES: Record<Engine, string> = { sqlite: 'portal.sqlite', postgres: 'portal.dump' }

const NAME = 'backup.json'
const VERSION = 1

/** Manifest of a backup. It is written last, so a backup without a manifest is incomplete. */
export interface Manifest {
  version: number
  takenAt: string
  engine: Engine
  rows: Record<string, number>
  files: Record<string, number>
}

export function writeManifest(folder: string, contents: Omit<Manifest, 'version'>): void {
  writeFileSync(join(folder, NAME), `${JSON.stringify({ version: VERSION, ...contents }, null, 2)}\n`, { flush: true })
}

/** Returns the manifest of any version, or undefined if the backup is not complete. */
export function findManifest(folder: string): Manifest | undefined {
  try {
    return parseJson<Manifest>(readFileSync(join(folder, NAME), 'utf8'))
  } catch {
    return undefined
  }
}

export function readManifest(folder: string): Manifest {
  const manifest = findManifest(folder)
  if (!manifest) throw new CommandError(`${folder} is not a complete backup: it has no readable ${NAME}.`)
  if (manifest.version === VERSION) return manifest
  throw new CommandError(`${folder} was made by another version of the backup command. Restore it with that version.`)
}

/** Throws if a table has another number of rows than expected. */
export function requireRows(rows: Manifest['rows'], found: Manifest['rows'], where: string): void {
  const tables = new Set([...Object.keys(rows), ...Object.keys(found)])
  for (const table of tables) {
    const [expected, there] = [rows[table] ?? 0, found[table] ?? 0]
    if (expected !== there)
      throw new CommandError(`${where} is damaged: ${table} has ${there} rows instead of ${expected}.`)
  }
}
