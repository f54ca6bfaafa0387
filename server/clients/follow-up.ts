import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { UNANSWERED_DAYS } from '#contract/practice.ts'

// The conditions of the indexes of 0034 and 0043, as literals: with a parameter neither engine uses a partial index.

/** Invited by then and not opened since counts as unanswered. */
export const unansweredSince = (now: Date): string => momentAfter(now, -UNANSWERED_DAYS * DAY_MS)

/** `until`: may be a placeholder of a prepared statement. */
export const unansweredSql = (until: string | undefined): RawBuilder<SqlBool> =>
  sql<SqlBool>`activation = 'invited' and locked = 0 and coalesce(invited_at, registered_at) <= ${until}`

export const notInvitedSql = sql<SqlBool>`activation = 'not-invited' and locked = 0`

export const withoutEmailSql = sql<SqlBool>`registered = 0 and email is null`
