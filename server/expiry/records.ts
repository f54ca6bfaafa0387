import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { beginOfDay } from '#contract/zone.ts'
import { WAITING_STATES } from '#contract/request.ts'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import { literals } from '#server/db/like.ts'
import type { DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { type Batching, inBatches, isOneOf } from '#server/db/in-batches.ts'
import { fileIdOf, fileKeyOf } from '#server/documents/file-names.ts'
import type { Files } from '#server/ports.ts'

/** How the records of a kind are found. Each expression refers to the row `x`. */
interface RetentionSource {
  table: keyof Schema
  key: string
  /** Day of the record, or its moment if `isMoment` is set. */
  at: RawBuilder<string>
  isMoment?: true
  client: RawBuilder<string | null>
  /** Column of the client, animal or practice that the record belongs to. */
  parent: 'client_uuid' | 'patient_uuid' | 'practice_id'
  /** Condition that the record is older than a day and may be removed. Also applies to a staged line of an export. */
  isDue: (before: IsoDate) => RawBuilder<SqlBool>
}

const ofClient = {
  key: 'uuid',
  at: sql<string>`x.date`,
  client: sql<string | null>`x.client_uuid`,
  parent: 'client_uuid' as const,
  isDue: (before: IsoDate) => sql<SqlBool>`x.date < ${before}`,
}

/** A request that waits for the practice stays. So does one that the owner has continued since. */
const isClosedBefore = (row: RawBuilder<unknown>, before: IsoDate) =>
  sql<SqlBool>`${row}.state not in ${literals(WAITING_STATES)} and ${row}.sent_at < ${beginOfDay(before)}
    and (${row}.turn_at is null or ${row}.turn_at < ${beginOfDay(before)})`

/** A completed form counts from its completion, another one from when it was asked. */
const FORM_AT = sql<string>`coalesce((select r.completed_at from form_answer r where r.task_uuid = x.uuid), x.asked_at)`

export const RETENTION_SOURCES: Readonly<Record<RetentionKind, RetentionSource>> = {
  invoice: {
    ...ofClient,
    table: 'invoice',
    // Unpaid invoices stay, because clients still have to pay them.
    isDue: (before) => sql`x.date < ${before} and x.status = 'PAID'`,
  },
  estimate: {
    ...ofClient,
    table: 'estimate',
    isDue: (before) => sql`x.date < ${before} and x.valid_until < ${before}`,
  },
  logbookEntry: {
    ...ofClient,
    table: 'logbook_entry',
    client: sql`(select p.client_uuid from patient p where p.uuid = x.patient_uuid)`,
    parent: 'patient_uuid',
  },
  visitForm: { ...ofClient, table: 'visit_form' },
  attachment: {
    ...ofClient,
    table: 'attachment',
    // An agreement may be valid much longer than its date suggests.
    isDue: (before) => sql`x.date < ${before} and x.type <> 'agreements'`,
  },
  reminder: { ...ofClient, table: 'reminder' },
  appointment: {
    ...ofClient,
    table: 'appointment',
    at: sql`x.start`,
    isMoment: true,
    isDue: (before) => sql`x.start < ${beginOfDay(before)}`,
  },
  photo: {
    ...ofClient,
    table: 'request_photo',
    key: 'id',
    at: sql`(select r.sent_at from request r where r.uuid = x.request_uuid)`,
    isMoment: true,
    isDue: (before) =>
      sql`exists (select 1 from request r where r.uuid = x.request_uuid and ${isClosedBefore(sql`r`, before)})`,
  },
  request: {
    ...ofClient,
    table: 'request',
    at: sql`x.sent_at`,
    isMoment: true,
    isDue: (before) => isClosedBefore(sql`x`, before),
  },
  form: {
    ...ofClient,
    table: 'form_task',
    at: FORM_AT,
    isMoment: true,
    isDue: (before) => sql`${FORM_AT} < ${beginOfDay(before)}`,
  },
  audit: {
    ...ofClient,
    table: 'audit',
    parent: 'practice_id',
    key: 'id',
    at: sql`x.at`,
    isMoment: true,
    isDue: (before) => sql`x.at < ${beginOfDay(before)}`,
  },
}

interface Selected {
  /** Condition on the row `x`. */
  condition: RawBuilder<SqlBool>
  before: IsoDate
}

/** Condition on the row `x`: matches `condition` and is expired. A request stays until all of its photos are removed. */
export function dueAmong(kind: RetentionKind, { condition, before }: Selected): RawBuilder<SqlBool> {
  const due = sql<SqlBool>`${condition} and ${RETENTION_SOURCES[kind].isDue(before)}`
  return kind === 'request'
    ? sql`${due} and not exists (select 1 from request_photo p where p.request_uuid = x.uuid)`
    : due
}

/** Deletes the expired records that match `condition`, and queues their files for removal. Returns their number. */
export async function removeRecords(
  trx: DatabaseTransaction,
  kind: RetentionKind,
  selected: Selected,
): Promise<number> {
  const { table, key } = RETENTION_SOURCES[kind]
  if (kind === 'form') await queueFormFiles(trx, selected)
  if (kind === 'estimate') await queueFilesOfAnswers(trx, selected)
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(table)} as x where ${dueAmong(kind, selected)} returning ${sql.ref(key)} as id`.execute(trx)
  await queueRemovedFiles(
    trx,
    rows.map(({ id }) => ({ source: table, id })),
  )
  return rows.length
}

/** Queues the PDFs and photos of forms that are about to be deleted, whose rows are deleted with them. */
async function queueFormFiles(trx: DatabaseTransaction, selected: Selected): Promise<void> {
  const due = sql`(select r.id from form_answer r join form_task x on x.uuid = r.task_uuid where ${dueAmong('form', selected)})`
  const answers = await sql<{ id: string }>`select r.id from form_answer r where r.id in ${due}`.execute(trx)
  const photos = await sql<{ id: string }>`select p.id from request_photo p where p.answer_id in ${due}`.execute(trx)
  await queueRemovedFiles(trx, [
    ...answers.rows.map(({ id }) => ({ source: 'form_answer' as const, id })),
    ...photos.rows.map(({ id }) => ({ source: 'request_photo' as const, id })),
  ])
}

/** The answers are deleted with their estimates, so their files are queued first. */
async function queueFilesOfAnswers(trx: DatabaseTransaction, selected: Selected): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select a.id from estimate_answer a join estimate x on x.uuid = a.estimate_uuid
    where ${dueAmong('estimate', selected)}`.execute(trx)
  await queueRemovedFiles(
    trx,
    rows.map(({ id }) => ({ source: 'estimate_answer', id })),
  )
}

/**
 * Deletes records that retention had removed before and an undo has restored. `restored` selects keys by archived
 * table.
 */
export async function removeAgain(
  trx: DatabaseTransaction,
  practiceId: string,
  restored: (table: string) => RawBuilder<unknown>,
): Promise<void> {
  const rows = await trx
    .selectFrom('retention')
    .select(['kind', 'removed_before'])
    .where('practice_id', '=', practiceId)
    .where('years', 'is not', null)
    .execute()
  const days = Object.fromEntries(rows.map(({ kind, removed_before: before }) => [kind, before]))
  for (const kind of RETENTION_KINDS) {
    const before = days[kind]
    const { table, key } = RETENTION_SOURCES[kind]
    if (before && kind !== 'audit')
      await removeRecords(trx, kind, { condition: sql`x.${sql.ref(key)} in ${restored(table)}`, before })
  }
}

// Files of deleted records are queued in the transaction that deletes the records. If the store is unavailable or
// the server stops, a later run removes the files.

const BATCH_SIZE = 100

interface RemovedRecord {
  source: keyof Schema
  id: string
}

/** Queues the files of records for removal; records of kinds without files are skipped. */
export async function queueRemovedFiles(trx: DatabaseTransaction, records: readonly RemovedRecord[]): Promise<void> {
  const files = records.flatMap(({ source, id }) => {
    const key = fileKeyOf(source, id)
    return key === undefined ? [] : [{ key, source, id }]
  })
  if (files.length === 0) return
  await trx
    .insertInto('removed_file')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the queued files, except files whose record exists again. */
export async function removeQueuedFiles({ db, files, stopping }: Batching & { files: Files }): Promise<void> {
  await inBatches({ stopping }, async () => {
    const queued = await db.selectFrom('removed_file').selectAll().orderBy('key').limit(BATCH_SIZE).execute()
    if (queued.length === 0) return 'last'
    const existing = new Set<string>()
    for (const [source, ofSource] of Map.groupBy(queued, (row) => row.source)) {
      if (source === null) continue
      const column = fileIdOf(source)
      const ids = ofSource.flatMap(({ id }) => id ?? [])
      const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(source)}
        where ${isOneOf(db, column, ids)}`.execute(db)
      for (const { id } of rows) existing.add(`${source} ${id}`)
    }
    const unused = queued.flatMap(({ key, source, id }) => (existing.has(`${source} ${id}`) ? [] : [key]))
    for (const key of unused) await files.remove(key)
    await db
      .deleteFrom('file')
      .where(isOneOf(db, 'key', unused))
      .execute()
    const done = queued.map(({ key }) => key)
    await db
      .deleteFrom('removed_file')
      .where(isOneOf(db, 'key', done))
      .execute()
    return queued.length < BATCH_SIZE ? 'last' : 'more'
  })
}
