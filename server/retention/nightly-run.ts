import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { RETENTION_KINDS, type RetentionKind } from '#contract/retention.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { ADD_TO_COUNT, lockClientRows } from '#server/clients/rows.ts'
import { isOneOf } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordSuccess } from '#server/db/last-success.ts'
import { withoutMessage } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { stoppedAt } from '#server/clock/clock.ts'
import { dueAmong, RETENTION_SOURCES, removeQueuedFiles, removeRecords } from '#server/expiry/records.ts'
import { type Days, type DueRecord, countDue, cutoffDatesOf, dueRecords } from './due.ts'
import { lockRetention, nightOf, yearsInForce } from './policy.ts'

type RetentionPorts = Pick<Ports, 'db' | 'slowReads' | 'files' | 'log' | 'stopping'>

interface Run {
  now: Date
  /** Extends the lease of the purge; false if another server has taken over the purge. */
  keepsLease: () => Promise<boolean>
}

/**
 * Removes records older than the practices' policies, once a night. The next purge resumes an interrupted run; no
 * progress is stored, because each statement contains the condition.
 * A failing practice does not stop the others.
 */
export async function removeExpired(ports: RetentionPorts, run: Run): Promise<void> {
  const { db, log, stopping } = ports
  const night = nightOf(run.now)
  const clock = await db.selectFrom('purge_clock').select('retained_on').executeTakeFirst()
  if (clock?.retained_on === night) return
  let isComplete = true
  for (const { id } of await db.selectFrom('practice').select('id').orderBy('id').execute()) {
    try {
      isComplete = (await removeOf(ports, id, run)) && isComplete
    } catch (error) {
      isComplete = false
      log('error', 'retention-failed', withoutMessage(error))
    }
  }
  if (!isComplete || stopping?.aborted) return
  await db.updateTable('purge_clock').set({ retained_on: night }).execute()
  await recordSuccess(db, 'retention', run.now)
}

/** Removes a practice's expired records. Returns false if the run is incomplete. */
async function removeOf(ports: RetentionPorts, practiceId: string, { now, keepsLease }: Run): Promise<boolean> {
  const { db, slowReads = db } = ports
  const days = await inTransaction(db, (trx) => startRun(trx, practiceId, now))
  // Most nights remove nothing, and searching client by client takes many statements.
  const counts = await countDue(slowReads, { practiceId, days })
  const due: Days = Object.fromEntries(counts.map(({ kind }) => [kind, days[kind]]))
  for await (const records of dueRecords(ports, { practiceId, days: due })) {
    if (!(await keepsLease())) return false
    await inTransaction(db, (trx) => removeBatch(trx, records, { practiceId, now }))
    await removeQueuedFiles(ports)
  }
  return true
}

/**
 * Returns the days before which records of each kind are removed; empty while removals are stopped after a clock
 * jump. Stores the days, so that imports leave out the removed records from now on.
 */
async function startRun(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<Days> {
  await lockRetention(trx, practiceId)
  const days = await daysInForce(trx, practiceId, now)
  for (const kind of RETENTION_KINDS) {
    const before = days[kind]
    if (before === undefined) continue
    await trx
      .updateTable('retention')
      .set({ removed_before: before })
      .where('practice_id', '=', practiceId)
      .where('kind', '=', kind)
      .where((row) => row.or([row('removed_before', 'is', null), row('removed_before', '<', before)]))
      .execute()
  }
  return days
}

async function daysInForce(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<Days> {
  if ((await stoppedAt(trx, practiceId)) !== null) return {}
  const night = nightOf(now)
  return cutoffDatesOf(await yearsInForce(trx, practiceId, night), night)
}

/** Removes the records that are still expired by the present policy, and records their number in the audit trail. */
async function removeBatch(
  trx: DatabaseTransaction,
  records: readonly DueRecord[],
  { practiceId, now }: { practiceId: string; now: Date },
): Promise<void> {
  const [first] = records
  if (!first) return
  await lockRetention(trx, practiceId)
  const before = (await daysInForce(trx, practiceId, now))[first.kind]
  if (before === undefined) return
  const ids = records.map(({ id }) => id)
  const condition =
    first.kind === 'audit'
      ? sql<SqlBool>`x.id in (${sql.join(ids.map(Number))})`
      : isOneOf(trx, `x.${RETENTION_SOURCES[first.kind].key}`, ids)
  if (first.kind === 'photo')
    await lockClientRows(trx, sql`(select x.client_uuid from request_photo x where ${condition})`)
  if (first.kind === 'form') await lockClientRows(trx, sql`(select x.client_uuid from form_task x where ${condition})`)
  if (first.kind === 'request') await uncountRequests(trx, dueAmong('request', { condition, before }))
  const count = await removeRecords(trx, first.kind, { condition, before })
  if (count > 0) await logRemoved(trx, { practiceId, kind: first.kind, count, now })
}

/** Subtracts requests that are about to be deleted from the maintained counts. */
async function uncountRequests(trx: DatabaseTransaction, where: RawBuilder<unknown>): Promise<void> {
  await lockClientRows(trx, sql`(select x.client_uuid from request x where ${where})`)
  await sql`insert into request_count (practice_id, kind, state, count)
    select x.practice_id, x.kind, x.state, -count(*) from request x
    join client c on c.uuid = x.client_uuid and c.registered = 1 where ${where}
    group by x.practice_id, x.kind, x.state order by x.practice_id, x.kind, x.state ${ADD_TO_COUNT}`.execute(trx)
}

/** Adds the number to the run's audit entry of the kind, or writes the entry. */
async function logRemoved(
  trx: DatabaseTransaction,
  { practiceId, kind, count, now }: { practiceId: string; kind: RetentionKind; count: number; now: Date },
): Promise<void> {
  const entries = await trx
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('practice_id', '=', practiceId)
    .where('action', '=', 'retention-removed')
    .where('at', '=', now.toISOString())
    .execute()
  for (const { id, details } of entries) {
    const former = (details && parseStored('auditDetails', details)) ?? {}
    if (former.kind !== kind) continue
    const sum = JSON.stringify({ kind, count: (former.count ?? 0) + count })
    await trx.updateTable('audit').set({ details: sum }).where('id', '=', id).execute()
    return
  }
  await writeAudit(trx, { practiceId, action: 'retention-removed', details: { kind, count }, now })
}
