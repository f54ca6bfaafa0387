import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { momentAfter } from '#contract/dates.ts'

/**
 * Whether the lease or the delay whose end is in this column is over. One that ends later than the longest can was written by a
 * clock that was ahead, and is over as well.
 */
export const isExpired = (
  column: 'claimed_until' | 'not_before' | 'lease_until',
  { now, longestMs }: { now: Date; longestMs: number },
): RawBuilder<SqlBool> => {
  const end = sql.ref(column)
  return sql<SqlBool>`(${end} is null or ${end} <= ${now.toISOString()} or ${end} > ${momentAfter(now, longestMs)})`
}
