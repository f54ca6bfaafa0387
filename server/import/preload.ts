import { type RawBuilder, sql } from 'kysely'
import { deleteRecords } from '#server/clients/records.ts'
import { isPostgres } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Changes } from './merge.ts'
import type { RecordKind } from './records.ts'
import { RECORD_TABLES } from './tables.ts'
import { oneRow } from '#server/db/one-row.ts'

// SQLite has a single writer, and a large import would block others for seconds. New clients and their records are
// therefore loaded first, in short transactions, into a hidden practice. The merge then only moves them to their
// practice.

/** No path, export or account can name this practice. */
export const HIDDEN_PRACTICE = ''
/** Fewer new rows are merged quickly without preloading. */
const MIN_LINES = 5000
const ROWS = 500
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 50

const ofHidden = sql`exists (select 1 from client c where c.uuid = x.client_uuid and c.practice_id = ${sql.lit(HIDDEN_PRACTICE)})`

/** Preloaded kinds, with the condition that a row's parent was preloaded. */
const PRELOADED: [kind: RecordKind, condition: RawBuilder<unknown>][] = [
  ['client', sql`1 = 1`],
  ['patient', ofHidden],
  ['reminder', ofHidden],
  ['appointment', ofHidden],
  ['visitForm', ofHidden],
  ['attachment', ofHidden],
  ['invoice', ofHidden],
  [
    'logbookEntry',
    sql`exists (select 1 from patient p join client c on c.uuid = p.client_uuid
      where p.uuid = x.patient_uuid and c.practice_id = ${sql.lit(HIDDEN_PRACTICE)})`,
  ],
]

/** On SQLite, loads new rows into `HIDDEN_PRACTICE`, which no user can see, and marks their lines as `preloaded`. */
export async function preload(
  db: Database,
  { all }: Pick<Changes, 'all'>,
  progress: (kind: RecordKind) => void,
): Promise<void> {
  const added = Object.values(all).reduce((sum, counts) => sum + counts.added, 0)
  if (isPostgres(db) || added < MIN_LINES) return
  await db.insertInto('practice').values({ id: HIDDEN_PRACTICE, name: '', locked: 1 }).execute()
  for (const [kind, condition] of PRELOADED) {
    progress(kind)
    const { table, staged, columns, key } = RECORD_TABLES[kind]
    const target = kind === 'client' ? [...columns, 'locked'] : columns
    const values = target.map((column) =>
      kind === 'client' && column === 'practice_id' ? sql.lit(HIDDEN_PRACTICE) : sql.ref(`x.${column}`),
    )
    const keyed = sql.ref(`x.${key}`)
    for (let after = ''; ;) {
      const { last } = await oneRow(
        sql<{ last: string | null }>`select max(k) as last from (
          select ${keyed} as k from ${sql.table(staged)} x where ${keyed} > ${after} order by 1 limit ${sql.lit(ROWS)})`,
        db,
      )
      if (last === null) break
      const inBatch = sql`${keyed} > ${after} and ${keyed} <= ${last} and x.wrong = 0 and x.change = 'added' and ${condition}`
      await briefly(db, async (trx) => {
        await sql`insert into ${sql.table(table)} (${sql.join(target.map((column) => sql.ref(column)))})
          select ${sql.join(values)} from ${sql.table(staged)} x where ${inBatch} order by ${keyed}`.execute(trx)
        await sql`update ${sql.table(staged)} as x set change = 'preloaded' where ${inBatch}`.execute(trx)
      })
      after = last
    }
  }
}

/** Deletes rows left by an import that failed or was killed. */
export async function clearPreloaded(db: Database): Promise<void> {
  if (isPostgres(db)) return
  for (;;) {
    const clients = await db
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', HIDDEN_PRACTICE)
      .limit(50)
      .execute()
    if (clients.length === 0) break
    const uuids = clients.map(({ uuid }) => uuid)
    await briefly(db, async (trx) => {
      await deleteRecords(trx, uuids)
      // The foreign keys also delete the appointments.
      await trx.deleteFrom('client').where('uuid', 'in', uuids).execute()
    })
  }
  const practice = await db.selectFrom('practice').select('id').where('id', '=', HIDDEN_PRACTICE).executeTakeFirst()
  if (practice) await db.deleteFrom('practice').where('id', '=', HIDDEN_PRACTICE).execute()
}

/** Runs a transaction, and then pauses for as long as it took (10 to 50 ms), so that other writers can proceed. */
async function briefly(db: Database, work: Parameters<typeof inTransaction<void>>[1]): Promise<void> {
  const start = performance.now()
  await inTransaction(db, work)
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, performance.now() - start))
  await new Promise((resolve) => setTimeout(resolve, pause))
}
