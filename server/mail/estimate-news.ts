import { type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/dates.ts'
import { ESTIMATE_REMINDER_DAYS } from '#contract/estimate.ts'
import { localDay } from '#contract/zone.ts'
import type { Database } from '#server/db/schema.ts'
import { isOpenOn } from '#server/db/estimate-state.ts'

/** Returns the facts of an estimate that an owner can open; undefined for another account, and for a locked client. */
export async function openForOwner(
  db: Database,
  { estimateId, accountId }: { estimateId: string; accountId: string | null },
) {
  const found = await db
    .selectFrom('estimate')
    .innerJoin('client', 'client.uuid', 'estimate.client_uuid')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .leftJoin('estimate_answer as answer', (join) =>
      join.onRef('answer.estimate_uuid', '=', 'estimate.uuid').on('answer.void_at', 'is', null),
    )
    .select(['estimate.valid_until as validUntil', 'estimate.withdrawn_at as withdrawnAt', 'answer.outcome'])
    .where('estimate.uuid', '=', estimateId)
    .where('client.account_id', '=', accountId)
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  if (!found) return undefined
  const { outcome, ...facts } = found
  return { ...facts, answer: outcome === null ? undefined : { outcome } }
}

/** Returns how many open estimates of a practice lapse within the days of the reminder. */
export async function countEnding(db: Database, practiceId: string, now: Date): Promise<number> {
  const today = localDay(now)
  const { count } = await db
    .selectFrom('estimate')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('practice_id', '=', practiceId)
    .where('hash', 'is not', null)
    .where(sql<SqlBool>`${isOpenOn(today)} and estimate.valid_until <= ${addDays(today, ESTIMATE_REMINDER_DAYS)}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
