import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { databaseFile, openDatabase } from '#server/node/db/database.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { loadExport } from '#server/import/load.ts'
import { createPasswords } from '#server/node/passwords.ts'
import { type ExportSize, makeExport } from './make-export.ts'
import { CACHE } from './servers.ts'

export const PASSWORD = 'Welkom#2026'
const LINES_PER_BATCH = 1000

export const practiceId = (index: number): string => `bench-${String(index + 1).padStart(4, '0')}`
export const adminOf = (practice: string): string => `admin@${practice}.example`

export type Clinics = Pick<ExportSize, 'clients' | 'practices'>

/** Returns a data folder with the given number of clients. The folder is filled by an import and cached for later runs. */
export async function dataFolder(clinics: Clinics): Promise<string> {
  const version = await versionOfContent()
  const folders = join(CACHE, 'data')
  const folder = join(folders, `${version}-${clinics.clients}-${clinics.practices ?? 1}`)
  if (existsSync(folder)) return folder

  await mkdir(folders, { recursive: true })
  for (const other of await readdir(folders)) {
    if (!other.startsWith(version) || other.endsWith('.unfinished')) {
      await rm(join(folders, other), { recursive: true, force: true })
    }
  }
  console.error(`Making a database of ${clinics.clients} clients; it is kept for the next run.`)
  const unfinished = `${folder}.unfinished`
  const { db } = await openDatabase({ dataDir: unfinished, databaseUrl: undefined })
  await fill(db, clinics)
  // A database in use has planner statistics, and a checkpointed write-ahead log; closing the database checkpoints the log.
  await sql`analyze`.execute(db)
  await db.destroy()
  await rename(unfinished, folder)
  return folder
}

export const openFolder = (folder: string): Database => openSqlite(databaseFile(folder))

/** Imports practices with their clients and staff, who can sign in with `PASSWORD`. */
export async function fill(db: Database, clinics: Clinics): Promise<void> {
  const hash = await createPasswords().hash(PASSWORD)
  const { problems } = await loadExport(db, linesOf(clinics), {
    practiceId: null,
    now: new Date(),
    andThen: (trx) => acceptStaff(trx, hash),
  })
  if (problems.count > 0) throw new Error(`The synthetic export is wrong: ${JSON.stringify(problems.first)}`)
}

/** Accepts all offers of staff memberships, because an import only creates offers. */
export async function acceptStaff(db: Database | DatabaseTransaction, passwordHash: string): Promise<void> {
  await sql`update account set password_hash = ${passwordHash}, practice_id = o.practice_id, staff_role = o.role
    from staff_offer o where o.account_id = account.id`.execute(db)
  await db.deleteFrom('staff_offer').execute()
}

/** Yields batches of lines of a generated export, without validating the records. */
function* linesOf(clinics: Clinics) {
  let lines = []
  let line = 0
  for (const record of makeExport({ ...clinics, records: false, animals: true })) {
    line += 1
    lines.push({ line, record })
    if (lines.length < LINES_PER_BATCH) continue
    yield lines
    lines = []
  }
  yield lines
}

/** Returns a hash of the schema and of a small import, which identifies the version of a cached data folder. */
async function versionOfContent(): Promise<string> {
  const db = openSqlite(':memory:')
  await migrate(db, 'sqlite')
  await fill(db, { clients: 50, practices: 2 })
  const { rows: schema } = await sql`select sql from sqlite_master order by name`.execute(db)
  const clients = await db.selectFrom('client').selectAll().orderBy('uuid').execute()
  const staff = await db
    .selectFrom('account')
    .select(['username', 'practice_id', 'staff_role'])
    .where('password_hash', 'is not', null)
    .orderBy('username')
    .execute()
  const content = [clients.map((row) => ({ ...row, account_id: row.account_id !== null })), staff]
  await db.destroy()
  return createHash('sha256')
    .update(JSON.stringify([schema, content]))
    .digest('hex')
    .slice(0, 12)
}
