import { sql } from 'kysely'
import { type Opened, databaseFile, openDatabase } from '#server/node/db/database.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { account, client, practice } from './builders.ts'

// Functions for a practice in the database of a server in another process.

export const PRACTICE = 'de-proef'
export const STAFF = 'staff@proef.example'
const PASSWORD = 'Welkom#2026'

export interface Place {
  dataDir: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
}

/** Returns the environment variables for a server with the given folder and database. */
export const envOf = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Hash of the password of all accounts, at the lowest cost. Hashing at the usual cost adds 40 ms to each sign-in. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$NpikMw1ngPYF8D8fjbhZ1OvXovqPfOI5KdX9hZT2w4M'

export async function makeClinic(place: Place): Promise<void> {
  const { db } = await openDatabase(place)
  await practice(db, PRACTICE)
  await account(db, STAFF, { practice_id: PRACTICE, staff_role: 'CLINIC_ADMIN', password_hash: PASSWORD_HASH })
  await db.destroy()
}

/** Adds unregistered clients, each with an e-mail address, and returns their ids. */
export async function addClients(place: Place, count: number): Promise<string[]> {
  return await withDatabaseOf(place, (db) =>
    db.transaction().execute(async (trx) => {
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) {
        const uuid = crypto.randomUUID()
        ids.push(await client(trx, PRACTICE, { uuid, email: `${uuid}@mail.example` }))
      }
      return ids
    }),
  )
}

/** Opens the database for some work, while its server may be running. */
export async function withDatabaseOf<T>(
  { dataDir, databaseUrl }: Place,
  look: (db: Opened['db']) => Promise<T>,
): Promise<T> {
  const db: Database = databaseUrl
    ? openPostgres(databaseUrl, { lockMs: 10_000 })
    : openSqlite(databaseFile(dataDir), { lockMs: 10_000 })
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

export async function signIn(base: string, username = STAFF): Promise<string> {
  const response = await fetch(`${base}/api/user/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  if (response.status !== 200) throw new Error(`Signing in: ${response.status}`)
  return ((await response.json()) as { token: string }).token
}

/** Returns all rows of a database by table. */
export async function allRowsOf(place: Place): Promise<Record<string, unknown[]>> {
  return await withDatabaseOf(place, async (db) => {
    const names = (await db.introspection.getTables()).map(({ name }) => name).sort()
    const entries: [string, unknown[]][] = []
    for (const name of names) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      entries.push([name, rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))])
    }
    return Object.fromEntries(entries)
  })
}
