import { sql } from 'kysely'
import { oneRow } from '#server/db/one-row.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { FILE_TABLES, fileIdOf, fileKeyOf } from '#server/documents/file-names.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import type { Files } from '#server/ports.ts'

/** Tables with records of a client. The table `logbook_entry` refers to animals instead. */
export const RECORD_TABLES = [
  'patient',
  'reminder',
  'appointment',
  'visit_form',
  'attachment',
  'invoice',
  'estimate',
] as const

/** Returns the number of records of a practice, including its clients. */
export async function countRecords(db: Database, practiceId: string): Promise<number> {
  const ofClients = RECORD_TABLES.map(
    (table) => sql`(select count(*) from client c join ${sql.table(table)} t on t.client_uuid = c.uuid
      where c.practice_id = ${practiceId})`,
  )
  const { records } = await oneRow(
    sql<{ records: number }>`select (select count(*) from client where practice_id = ${practiceId})
      + (select count(*) from client c join patient p on p.client_uuid = c.uuid
        join logbook_entry t on t.patient_uuid = p.uuid where c.practice_id = ${practiceId})
      + ${sql.join(ofClients, sql` + `)} as records`,
    db,
  )
  return Number(records)
}

/**
 * Deletes the records of clients. Deleting the client itself deletes the rest: appointments and the portal's own
 * rows.
 */
export async function deleteRecords(trx: DatabaseTransaction, clients: readonly string[]): Promise<void> {
  const animals = trx.selectFrom('patient').select('uuid').where('client_uuid', 'in', clients)
  await trx.deleteFrom('logbook_entry').where('patient_uuid', 'in', animals).execute()
  for (const table of ['reminder', 'visit_form', 'attachment', 'invoice', 'patient'] as const)
    await trx.deleteFrom(table).where('client_uuid', 'in', clients).execute()
}

/**
 * Returns the records of clients that may have a file, and the animals that have a photo. `isStored` limits documents
 * to those with a row in `file`.
 */
export async function recordsWithFile(db: Database, clients: readonly string[], { isStored = false } = {}) {
  const found: { source: (typeof FILE_TABLES)[number]; id: string }[] = []
  for (const source of FILE_TABLES) {
    const id = sql.ref(`t.${fileIdOf(source)}`)
    const hasFileRow = sql`exists (select 1 from file where file.key = ${fileKeyOf(source, '')} || ${id})`
    const needsRow = source === 'patient' || (isStored && source !== 'request_photo')
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${sql.table(source)} t
      where t.client_uuid in (${sql.join(clients)}) ${needsRow ? sql`and ${hasFileRow}` : sql``}`.execute(db)
    for (const row of rows) found.push({ source, id: row.id })
  }
  return found
}

/**
 * Removes the files of clients' records. Call before deleting the records: after a crash, the records still lead to
 * the remaining files.
 */
export async function removeFilesOf(db: Database, files: Files, clients: readonly string[]): Promise<void> {
  for (const { source, id } of await recordsWithFile(db, clients))
    await removeFile(db, files, fileKeyOf(source, id) ?? '')
}
