import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EstimateState } from '#contract/estimate-states.ts'

const OUTCOME = sql`(select a.outcome from estimate_answer a
  where a.estimate_uuid = estimate.uuid and a.void_at is null)`

/** Condition for a state, by the rule of `estimateStateOf`. */
export function isIn(state: EstimateState, today: string): RawBuilder<SqlBool> {
  if (state === 'withdrawn') return sql`estimate.withdrawn = 1`
  if (state === 'accepted' || state === 'declined') return sql`estimate.withdrawn = 0 and ${OUTCOME} = ${state}`
  const isOver = state === 'lapsed' ? sql`estimate.valid_until < ${today}` : sql`estimate.valid_until >= ${today}`
  return sql`estimate.withdrawn = 0 and ${isOver} and ${OUTCOME} is null`
}

/** Condition that an estimate is open, for a day in the practices' time zone. */
export const isOpenOn = (today: string): RawBuilder<SqlBool> => isIn('open', today)
export const isLapsedOn = (today: string): RawBuilder<SqlBool> => isIn('lapsed', today)
