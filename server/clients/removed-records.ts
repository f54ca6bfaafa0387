import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { typedEntries, typedKeys } from '#contract/values.ts'
import { BATCH_SIZE, type Batching, inBatches, yieldToEventLoop } from '#server/db/in-batches.ts'
import { CLIENT_RECORD_COLUMNS } from '#server/db/columns.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Database, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { fileIdOf, fileKeyOf } from '#server/documents/file-names.ts'
import type { Files } from '#server/ports.ts'
import { removeAgain } from '#server/expiry/records.ts'
import { archivedRows, deleteUnreadable, jsonOf } from './removal-archive.ts'
import { addToCounts } from './rows.ts'
import { ACCESS_COLUMNS } from './take-over.ts'

// Archive of the rows that an export deletes. The archive and the files stay while the removal can be undone.

const OF_CLIENT = ['uuid', 'client_uuid', 'date', 'data'] as const

/** Archived tables with all of their columns, parents first. */
export const ARCHIVED_RECORDS = {
  client: [...CLIENT_RECORD_COLUMNS, ...ACCESS_COLUMNS, 'locked'],
  patient: ['uuid', 'client_uuid', 'name', 'data', 'practice_id', 'search_name', 'search_words', 'chip_number'],
  reminder: [...OF_CLIENT, 'active', 'patient_uuid'],
  appointment: ['uuid', 'client_uuid', 'start', 'ends_at', 'status', 'reminder_uuid', 'request_uuid', 'data'],
  visit_question: ['appointment_uuid', 'practice_id', 'client_uuid', 'account_id', 'text', 'changed_at', 'number'],
  visit_form: [...OF_CLIENT, 'patient_uuid', 'appointment_uuid'],
  attachment: [...OF_CLIENT, 'type', 'patient_uuid'],
  invoice: [...OF_CLIENT, 'status', 'appointment_uuid', 'line_count', 'lines'],
  estimate: [
    ...OF_CLIENT,
    'practice_id',
    'patient_uuid',
    'valid_until',
    'withdrawn',
    'from_portal',
    'hash',
    'sent_at',
    'changed_at',
    'withdrawn_at',
    'number',
    'reminded',
    'lapsed',
  ],
  estimate_answer: [
    'id',
    'estimate_uuid',
    'client_uuid',
    'account_id',
    'outcome',
    'answered_at',
    'answered_by',
    'hash',
    'file_hash',
    'text',
    'void_at',
    'sum_from',
    'sum_to',
  ],
  logbook_entry: ['uuid', 'patient_uuid', 'date', 'data'],
  request: [
    'uuid',
    'practice_id',
    'client_uuid',
    'account_id',
    'patient_uuid',
    'kind',
    'state',
    'sent_at',
    'seen_at',
    'closed_at',
    'number',
    'former_uuid',
    'search_text',
    'data',
    'answer',
    'turn_at',
    'turn_number',
    'unread',
  ],
  request_message: ['uuid', 'request_uuid', 'client_uuid', 'position', 'side', 'at', 'outcome', 'hash', 'data'],
  form_task: [
    'uuid',
    'practice_id',
    'client_uuid',
    'form_id',
    'patient_uuid',
    'appointment_uuid',
    'state',
    'asked_at',
    'asked_version',
    'asked_by',
    'closed_at',
    'number',
  ],
  form_answer: [
    'id',
    'task_uuid',
    'client_uuid',
    'account_id',
    'submission_uuid',
    'version',
    'completed_at',
    'completed_by',
    'data',
    'sha256',
  ],
  request_photo: [
    'id',
    'client_uuid',
    'account_id',
    'request_uuid',
    'message_uuid',
    'answer_id',
    'position',
    'type',
    'bytes',
    'created_at',
  ],
  client_reading: ['client_uuid', 'day', 'account_id', 'key_name', 'practice_id'],
  calendar_event: ['client_uuid', 'uuid', 'sequence', 'cancelled', 'changed_at', 'date', 'summary'],
  calendar_appointment: ['client_uuid', 'uuid', 'sequence', 'changed_at', 'content'],
} as const satisfies { [Table in keyof Schema]?: (keyof Schema[Table])[] }
type ArchivedTable = keyof typeof ARCHIVED_RECORDS

const KINDS = {
  client: 'client',
  patient: 'patient',
  reminder: 'reminder',
  appointment: 'appointment',
  visit_form: 'visitForm',
  attachment: 'attachment',
  invoice: 'invoice',
  estimate: 'estimate',
  logbook_entry: 'logbookEntry',
} as const satisfies Partial<Record<ArchivedTable, string>>
const isKind = (table: ArchivedTable): table is keyof typeof KINDS => Object.hasOwn(KINDS, table)
/** Tables of the portal's own rows that are deleted with a client, each with its unique column, if any. */
const PORTAL_ROWS = {
  request: 'uuid',
  request_message: 'uuid',
  form_task: 'uuid',
  form_answer: 'id',
  request_photo: 'id',
  client_reading: null,
  calendar_event: null,
  calendar_appointment: null,
} as const satisfies Partial<Record<ArchivedTable, string | null>>

/**
 * Archives and deletes a practice's rows in the temporary table `gone`, and the portal's own rows of deleted
 * clients. The caller must have unregistered these clients.
 */
export async function archiveAndDelete(
  trx: DatabaseTransaction,
  { removalId, practiceId }: { removalId: string; practiceId: string },
): Promise<void> {
  const put = async (table: ArchivedTable, columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) => {
    await sql`insert into removed_record (removal_id, source, key, client_uuid, named, data)
      select ${removalId}, ${sql.lit(table)}, ${columns}, ${jsonOf(trx, ARCHIVED_RECORDS[table])} ${rest}`.execute(trx)
  }
  const of = (table: string) => sql<SqlBool>`g.practice_id = ${practiceId} and g.source = ${sql.lit(table)}`
  const keys = (table: string) => sql`(select g.key from gone g where ${of(table)})`
  for (const table of typedKeys(KINDS))
    await put(
      table,
      sql`g.key, g.client_uuid, g.named`,
      sql`from gone g join ${sql.table(table)} t on t.uuid = g.key
      where ${of(table)}`,
    )
  for (const [table, key] of typedEntries(PORTAL_ROWS))
    await put(
      table,
      sql`${key === null ? sql`''` : sql.ref(`t.${key}`)}, t.client_uuid, 0`,
      sql`from ${sql.table(table)} t
      where t.client_uuid in ${keys('client')}`,
    )
  await put(
    'estimate_answer',
    sql`t.id, t.client_uuid, 0`,
    sql`from estimate_answer t where t.estimate_uuid in ${keys('estimate')}`,
  )
  await put(
    'visit_question',
    sql`t.appointment_uuid, t.client_uuid, 0`,
    sql`from visit_question t where t.appointment_uuid in ${keys('appointment')}`,
  )
  // The shared card of an animal ends with the animal.
  await sql`delete from shared_card where patient_uuid in ${keys('patient')}`.execute(trx)
  for (const table of typedKeys(KINDS).toReversed())
    await sql`delete from ${sql.table(table)} where uuid in ${keys(table)}`.execute(trx)
}

/** Maximum rows that one statement restores, so that each statement stays well within `queryMs`. */
const RESTORE_BATCH_SIZE = 5000

interface Restoring {
  /** Condition on the archived rows `x`. */
  condition: RawBuilder<SqlBool>
  practiceId: string
  /** True if an export that repeats the removal must leave the restored records. */
  stays: boolean
}

/**
 * Restores archived rows that are missing, and deletes their archive. Clients come back unregistered. Returns the
 * number of restored records, and how many of them are clients.
 */
export async function restoreArchived(trx: DatabaseTransaction, { condition, practiceId, stays }: Restoring) {
  await deleteUnreadable(trx, { archive: 'removed_record', tables: ARCHIVED_RECORDS, condition })
  const restored = { records: 0, clients: 0 }
  const of = (table: string) => sql<SqlBool>`x.source = ${sql.lit(table)} and ${condition}`
  for (const [table, columns] of typedEntries(ARCHIVED_RECORDS)) {
    const { columns: names, values, from, value } = archivedRows(trx, { archive: 'removed_record', table, columns })
    const kind = isKind(table) ? KINDS[table] : undefined
    for (let after = 0; ;) {
      const last = await lastOf(trx, { table, condition, after })
      if (last === undefined) break
      const inBatch = sql<SqlBool>`x.source = ${sql.lit(table)} and x.id > ${after} and x.id <= ${last} and ${condition}`
      if (kind !== undefined) {
        restored.records += await countNamed(trx, table, inBatch)
        if (stays)
          await sql`insert into kept_record (practice_id, kind, key)
          select ${practiceId}, ${sql.lit(kind)}, x.key from removed_record x where ${inBatch} and x.named = 1
          on conflict do nothing`.execute(trx)
      }
      const { numAffectedRows = 0n } =
        await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${from}
        where ${inBatch} and ${NEEDS[table]?.(value) ?? HAS_CLIENT} on conflict do nothing`.execute(trx)
      if (table === 'client') restored.clients += Number(numAffectedRows)
      after = last
      await yieldToEventLoop()
    }
  }
  // Retention may have removed some records meanwhile. These records do not come back and are not counted.
  await removeAgain(trx, practiceId, (table) => sql`(select x.key from removed_record x where ${of(table)})`)
  for (const table of typedKeys(KINDS)) restored.records -= await countNamed(trx, table, of(table))
  await sql`delete from removed_record as x where ${condition}`.execute(trx)
  return restored
}

const HAS_CLIENT = sql<SqlBool>`exists (select 1 from client c where c.uuid = x.client_uuid)`
/** Conditions that referenced rows exist, for tables that refer to other rows than their client. */
const NEEDS: Partial<Record<ArchivedTable, (value: (column: string) => RawBuilder<unknown>) => RawBuilder<SqlBool>>> = {
  client: () => sql`1 = 1`,
  logbook_entry: (value) => sql`exists (select 1 from patient p where p.uuid = ${value('patient_uuid')})`,
  request_message: (value) => sql`${HAS_CLIENT}
    and exists (select 1 from request r where r.uuid = ${value('request_uuid')})`,
  form_task: (value) => sql`${HAS_CLIENT} and exists (select 1 from form f where f.id = ${value('form_id')})`,
  form_answer: (value) =>
    sql`${HAS_CLIENT} and exists (select 1 from form_task t where t.uuid = ${value('task_uuid')})`,
  visit_question: (value) =>
    sql`${HAS_CLIENT} and exists (select 1 from appointment a where a.uuid = ${value('appointment_uuid')})`,
  estimate_answer: (value) => sql`exists (select 1 from estimate e where e.uuid = ${value('estimate_uuid')})`,
  request_photo: (value) => sql`${HAS_CLIENT} and (${value('request_uuid')} is null
    or exists (select 1 from request r where r.uuid = ${value('request_uuid')})) and (${value('answer_id')} is null
    or exists (select 1 from form_answer f where f.id = ${value('answer_id')}))`,
}

interface ArchiveSelection {
  table: ArchivedTable
  condition: RawBuilder<SqlBool>
  after: number
}

async function lastOf(
  trx: DatabaseTransaction,
  { table, condition, after }: ArchiveSelection,
): Promise<number | undefined> {
  const { last } = await oneRow(
    sql<{ last: number | null }>`select max(id) as last from (
      select x.id from removed_record x where x.source = ${sql.lit(table)} and x.id > ${after} and ${condition}
      order by x.id limit ${sql.lit(RESTORE_BATCH_SIZE)}) some_rows`,
    trx,
  )
  return last === null ? undefined : Number(last)
}

async function countNamed(
  trx: DatabaseTransaction,
  table: ArchivedTable,
  inBatch: RawBuilder<SqlBool>,
): Promise<number> {
  const { count } = await oneRow(
    sql<{ count: number }>`select count(*) as count from removed_record x where ${inBatch} and x.named = 1
      and not exists (select 1 from ${sql.table(table)} t where t.uuid = x.key)`,
    trx,
  )
  return Number(count)
}

/** Restores the records that exports have removed from a client, and the client itself as unregistered. */
export async function restoreClient(trx: DatabaseTransaction, clientId: string): Promise<void> {
  const archived = await trx
    .selectFrom('removed_record')
    .innerJoin('removal', 'removal.id', 'removed_record.removal_id')
    .select('removal.practice_id as practiceId')
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  if (!archived) return
  const { clients } = await restoreArchived(trx, {
    condition: sql`x.client_uuid = ${clientId}`,
    ...archived,
    stays: false,
  })
  if (clients > 0) await addToCounts(trx, archived.practiceId, { unregistered: clients })
}

/** Deletes archived rows, and the files of records that do not exist again. `condition` is a condition on the row `x`. */
export async function deleteArchivedRecords(
  { db, files, stopping }: Batching & { files: Files },
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  await inBatches({ stopping }, async () => {
    const { rows } = await sql<{ id: number; source: ArchivedTable; key: string }>`
      select x.id, x.source, x.key from removed_record x where ${condition} order by x.id limit ${sql.lit(BATCH_SIZE)}`.execute(
      db,
    )
    for (const { source, key } of rows) {
      const file = fileKeyOf(source, key)
      if (file !== undefined && !(await exists(db, source, key))) await removeFile(db, files, file)
    }
    if (rows.length > 0)
      await db
        .deleteFrom('removed_record')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.length < BATCH_SIZE ? 'last' : 'more'
  })
}

async function exists(db: Database, table: ArchivedTable, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(fileIdOf(table))} = ${key}`.execute(db)
  return rows.length > 0
}

/** Deletes the archives of removals that can no longer be undone. */
export const deleteEndedRecords = (place: Batching & { files: Files }, now: Date): Promise<void> =>
  deleteArchivedRecords(place, sql`x.removal_id in (select id from removal where ends_at <= ${now.toISOString()})`)
