import { type Selectable, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#contract/fields.ts'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { holdClientRows } from '#server/clients/rows.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database, DatabaseTransaction, RehearsalTable, RemovalStarter } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { KEPT } from './kinds.ts'
import { type Working, renewLease } from './lease.ts'
import { daysOf } from './rehearse.ts'
import { holdRetention, rehearsalRow } from './settings.ts'

/** Few enough that other writers hardly wait. */
const BATCH = 200

type Place = Pick<Ports, 'db' | 'files' | 'clock' | 'stopping'>

interface Asked {
  practiceId: string
  number: number
  /** Undefined for a command. */
  by: Actor | undefined
  now: Date
}

/** Begins to remove what a rehearsal said. From here on no import brings back what is older than its days. */
export async function startRemoval(db: Database, { practiceId, number, by, now }: Asked): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdRetention(trx, practiceId)
    const row = await rehearsalRow(trx, { practiceId, number })
    const starter: RemovalStarter | undefined = by && {
      accountId: by.accountId,
      username: by.username,
      firstName: by.firstName,
      lastName: by.lastName,
    }
    const { numUpdatedRows } = await trx
      .updateTable('rehearsal')
      .set({
        state: 'running',
        started_at: now.toISOString(),
        started_by: starter ? JSON.stringify(starter) : null,
        removed: '{}',
      })
      .where('id', '=', row.id)
      .where('state', '=', 'made')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('rehearsal-outdated')
    for (const { kind, before } of parseJson(row.cut_offs)) {
      await trx
        .updateTable('retention')
        .set({ removed_before: before })
        .where('practice_id', '=', practiceId)
        .where('kind', '=', kind)
        .execute()
    }
  })
}

/** Removes what the rehearsal noted and has not changed since, with its files; where it ended before, it goes on. */
export async function carryOut(
  { db, files, clock, stopping }: Place,
  row: Selectable<RehearsalTable>,
  worker: string,
): Promise<void> {
  const working = (): Working => ({ id: row.id, worker, now: clock() })
  const days = daysOf(parseJson(row.cut_offs))
  await removeFiles(db, files, row.id)
  for (const kind of RETENTION_KINDS) {
    const before = days[kind]
    if (before === undefined) continue
    await inBatches({ stopping }, async () => {
      const done = await inTransaction(db, async (trx) => {
        await holdRetention(trx, row.practice_id)
        await renewLease(trx, working())
        return await removeSome(trx, row.id, { kind, before })
      })
      await removeFiles(db, files, row.id)
      return done
    })
  }
  if (stopping?.aborted) return
  await inTransaction(db, (trx) => endRemoval(trx, working()))
}

async function removeSome(
  trx: DatabaseTransaction,
  rehearsalId: string,
  { kind, before }: { kind: RetentionKind; before: IsoDate },
): Promise<'more' | 'last'> {
  const noted = await trx
    .selectFrom('rehearsed')
    .select('id')
    .where('rehearsal_id', '=', rehearsalId)
    .where('kind', '=', kind)
    .where('removed', '=', 0)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (noted.length === 0) return 'last'
  const ids = noted.map(({ id }) => id)
  const gone = await removeRows(trx, kind, { ids, before })
  const some = trx.updateTable('rehearsed').where('rehearsal_id', '=', rehearsalId).where('kind', '=', kind)
  if (KEPT[kind].fileKey && gone.length > 0) await some.set({ removed: 1 }).where('id', 'in', gone).execute()
  await trx
    .deleteFrom('rehearsed')
    .where('rehearsal_id', '=', rehearsalId)
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('removed', '=', 0)
    .execute()
  await countRemoved(trx, rehearsalId, { kind, gone: gone.length, stayed: ids.length - gone.length })
  return 'more'
}

/** Removes of some records those that are due still; answers which. */
async function removeRows(
  trx: DatabaseTransaction,
  kind: RetentionKind,
  { ids, before }: { ids: string[]; before: IsoDate },
): Promise<string[]> {
  const { table, key, isDue } = KEPT[kind]
  const keys = kind === 'audit' ? ids.map(Number) : ids
  const due = sql<SqlBool>`x.${sql.ref(key)} in (${sql.join(keys)}) and ${isDue(before)}`
  // A request goes after all of its photos.
  const where =
    kind === 'request' ? sql`${due} and not exists (select 1 from request_photo p where p.request_uuid = x.uuid)` : due
  if (kind === 'request') {
    await holdClientRows(trx, sql`(select x.client_uuid from request x where ${where})`)
    await sql`insert into request_count (practice_id, kind, state, count)
      select x.practice_id, x.kind, x.state, -count(*) from request x
      join client c on c.uuid = x.client_uuid and c.registered = 1 where ${where}
      group by x.practice_id, x.kind, x.state order by x.practice_id, x.kind, x.state
      on conflict (practice_id, kind, state) do update set count = request_count.count + excluded.count`.execute(trx)
  }
  const { rows } = await sql<{ id: string | number }>`
    delete from ${sql.table(table)} as x where ${where} returning ${sql.ref(key)} as id`.execute(trx)
  return rows.map(({ id }) => String(id))
}

async function countRemoved(
  trx: DatabaseTransaction,
  id: string,
  { kind, gone, stayed }: { kind: RetentionKind; gone: number; stayed: number },
): Promise<void> {
  const row = await trx
    .selectFrom('rehearsal')
    .select(['removed', 'stayed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const removed = row.removed === null ? {} : parseJson(row.removed)
  await trx
    .updateTable('rehearsal')
    .set({
      removed: JSON.stringify({ ...removed, [kind]: (removed[kind] ?? 0) + gone }),
      stayed: row.stayed + stayed,
    })
    .where('id', '=', id)
    .execute()
}

/** The files of what is removed, after its row: one that cannot be removed now is tried again, for it is noted still. */
async function removeFiles(db: Database, files: Ports['files'], rehearsalId: string): Promise<void> {
  for (;;) {
    const gone = await db
      .selectFrom('rehearsed')
      .select(['kind', 'id'])
      .where('rehearsal_id', '=', rehearsalId)
      .where('removed', '=', 1)
      .limit(BATCH)
      .execute()
    for (const { kind, id } of gone) {
      const key = KEPT[kind].fileKey?.(id)
      if (key !== undefined) await removeFile(db, files, key)
      await db
        .deleteFrom('rehearsed')
        .where('rehearsal_id', '=', rehearsalId)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute()
    }
    if (gone.length < BATCH) return
  }
}

async function endRemoval(trx: DatabaseTransaction, { id, worker, now }: Working): Promise<void> {
  await renewLease(trx, { id, worker, now })
  const row = await trx.selectFrom('rehearsal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await trx
    .updateTable('rehearsal')
    .set({ state: 'done', ended_at: now.toISOString(), started_by: null })
    .where('id', '=', id)
    .execute()
  const removed = row.removed === null ? {} : parseJson(row.removed)
  const count = Object.values(removed).reduce((sum, one) => sum + one, 0)
  const by = row.started_by === null ? undefined : parseJson(row.started_by)
  await writeAudit(trx, { practiceId: row.practice_id, by, action: 'retention-removed', details: { count }, now })
}
