import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { WAITING_STATES } from '#contract/request.ts'
import { literals } from '#server/db/like.ts'

// Expressions on the row `request`, in the form of the indexes.

export const isWaitingRow: RawBuilder<SqlBool> = sql<SqlBool>`request.state in ${literals(WAITING_STATES)}`

/** Condition that the practice has not seen the last message of the owner. */
export const isUnseen: RawBuilder<SqlBool> = sql<SqlBool>`${isWaitingRow} and request.state = 'sent'`

/** Time since which a request waits for the practice. */
export const waitsSince: RawBuilder<string> = sql<string>`coalesce(request.turn_at, request.sent_at)`
