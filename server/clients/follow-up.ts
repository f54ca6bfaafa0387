import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { UNANSWERED_DAYS } from '#contract/practice.ts'

// Conditions of the partial indexes of migrations 0034 and 0043. They are literals, because with a parameter
// neither engine uses a partial index.

/** Returns the time before which an invitation without an opened portal counts as unanswered. */
export const unansweredSince = (now: Date): string => momentAfter(now, -UNANSWERED_DAYS * DAY_MS)

/** `until` may be a placeholder of a prepared statement. */
export const unansweredSql = (until: string | undefined): RawBuilder<SqlBool> =>
  sql<SqlBool>`activation = 'invited' and locked = 0 and coalesce(invited_at, registered_at) <= ${until}`

export const notInvitedSql = sql<SqlBool>`activation = 'not-invited' and locked = 0`

export const withoutEmailSql = sql<SqlBool>`registered = 0 and email is null`
