import type { Ports } from '#server/ports.ts'

const DAY_MS = 86_400_000
/** A longer time between two looks is a leap, and so is a step back, but for how much the clocks of several servers differ. */
const LONGEST_STEP_MS = DAY_MS
const LONGEST_BACK_MS = 60_000
const STEADY_MS = DAY_MS

/**
 * The time to purge by: `now`, once it has gone on without a leap for a day.
 * Undefined before that: a clock that is years ahead for a moment deletes nothing.
 */
export async function steadyTime({ db, log }: Pick<Ports, 'db' | 'log'>, now: Date): Promise<Date | undefined> {
  const seen = await db.selectFrom('purge_clock').selectAll().where('id', '=', 1).executeTakeFirst()
  const stepMs = seen ? now.getTime() - Date.parse(seen.seen_at) : 0
  const isLeap = stepMs < -LONGEST_BACK_MS || stepMs > LONGEST_STEP_MS
  if (isLeap) log('warn', 'clock-leapt', { seconds: Math.round(stepMs / 1000) })
  const steadySince = !seen || isLeap ? now.toISOString() : seen.steady_since
  const next = { seen_at: now.toISOString(), steady_since: steadySince }
  await db
    .insertInto('purge_clock')
    .values({ id: 1, ...next })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
    .execute()
  return now.getTime() - Date.parse(steadySince) >= STEADY_MS ? now : undefined
}
