import { sql } from 'kysely'
import { DAY_MS, type IsoDateTime } from '#contract/dates.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Ports } from '#server/ports.ts'

// Data are deleted by age, so a wrong clock would delete too much. The purge stores the time of its last run, to detect jumps.

/** Longest time between two checks; a longer one counts as a jump, and the clock must then be steady for a day. */
const MAX_STEP_MS = DAY_MS
/** A longer jump forwards, or any jump back, stops removals until an admin or the operator confirms the clock. */
const MAX_UNCONFIRMED_MS = 2 * DAY_MS
/** Tolerated difference between the clocks of several servers. */
const MAX_BACK_MS = 60_000
const STEADY_MS = DAY_MS

export interface ClockState {
  /** Whether the clock has not jumped for a day: transient data may be deleted. */
  isSteady: boolean
  /** When a jump stopped removals that cannot be undone; null while they run. */
  stoppedAt: IsoDateTime | null
}

/** Compares `now` with the last time seen, stores it, and returns whether the clock can be trusted. */
export async function checkClock({ db, log }: Pick<Ports, 'db' | 'log'>, now: Date): Promise<ClockState> {
  const seen = await db.selectFrom('purge_clock').selectAll().where('id', '=', 1).executeTakeFirst()
  const stepMs = seen ? now.getTime() - Date.parse(seen.seen_at) : 0
  const isBack = stepMs < -MAX_BACK_MS
  const isJump = isBack || stepMs > MAX_STEP_MS
  const isOfValue = isJump && !(await hasOnlyDemoData(db))
  const isStop = isOfValue && (isBack || stepMs > MAX_UNCONFIRMED_MS)
  if (isOfValue) log('warn', 'clock-leapt', { seconds: Math.round(stepMs / 1000) })
  const steadySince = !seen || isJump ? now.toISOString() : seen.steady_since
  const stoppedAt = isStop ? now.toISOString() : (seen?.stopped_at ?? null)
  const next = { seen_at: now.toISOString(), steady_since: steadySince, ...(isStop && { stopped_at: stoppedAt }) }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('purge_clock')
      .values({ id: 1, ...next })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
      .execute()
    if (isStop) await trx.deleteFrom('clock_confirmation').execute()
  })
  if (stoppedAt !== null) log('warn', 'removals-stopped', { since: stoppedAt })
  return { isSteady: now.getTime() - Date.parse(steadySince) >= STEADY_MS, stoppedAt }
}

export const DEMO_PRACTICES: readonly string[] = ['de-waag', 'de-linde', 'de-hoef']

/** Whether only demo practices exist. A demo may be off for weeks, so its clock needs no confirmation. */
async function hasOnlyDemoData(db: Database): Promise<boolean> {
  const other = await db
    .selectFrom('practice')
    .select('id')
    .where('id', 'not in', DEMO_PRACTICES)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Returns when removals of a practice's data were stopped; null while they run. */
export async function stoppedAt(db: Database, practiceId: string): Promise<IsoDateTime | null> {
  const stop = await db
    .selectFrom('purge_clock')
    .select('stopped_at')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('clock_confirmation').select('practice_id').where('practice_id', '=', practiceId))),
    )
    .executeTakeFirst()
  return stop?.stopped_at ?? null
}

/** Returns when the clock will have been steady for a day; undefined before the first check. */
export async function steadyFrom(db: Database): Promise<Date | undefined> {
  const seen = await db.selectFrom('purge_clock').select('steady_since').executeTakeFirst()
  return seen && new Date(Date.parse(seen.steady_since) + STEADY_MS)
}

/**
 * Resumes removals of a practice whose admin has confirmed the clock after `stop`, and all removals once every practice with an
 * active retention policy has confirmed. Returns false if `stop` is no longer the current stop, or the clock has jumped again.
 */
export async function confirmClock(
  trx: DatabaseTransaction,
  { practiceId, stop }: { practiceId: string; stop: IsoDateTime },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('purge_clock')
    .set({ stopped_at: stop })
    .where('stopped_at', '=', stop)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .insertInto('clock_confirmation')
    .values({ practice_id: practiceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`update purge_clock set stopped_at = null where not exists (select 1 from practice p
    where p.locked = 0 and exists (select 1 from retention r
      where r.practice_id = p.id and r.years is not null and r.starts_on is not null)
    and not exists (select 1 from clock_confirmation c where c.practice_id = p.id))`.execute(trx)
  return true
}

/** Resumes the removals of all practices, for the operator. Returns when they were stopped; null if they were not. */
export async function confirmClockForAll(db: Database): Promise<IsoDateTime | null> {
  const stop = await db.selectFrom('purge_clock').select('stopped_at').executeTakeFirst()
  if (!stop?.stopped_at) return null
  await db.updateTable('purge_clock').set({ stopped_at: null }).where('stopped_at', '=', stop.stopped_at).execute()
  return stop.stopped_at
}
