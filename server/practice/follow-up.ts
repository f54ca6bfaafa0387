import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import type { FollowUp } from '#contract/schemas/news.ts'
import { notInvitedSql, unansweredSince, unansweredSql, withoutEmailSql } from '#server/clients/follow-up.ts'
import { getRow, oneRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'

const IMPORTS_DAYS = 30

interface FollowUpQuery {
  practiceId: string
  isAdmin: boolean
  now: Date
}

/**
 * Returns the numbers of clients and imports that need attention. Partial indexes serve the counts; undelivered
 * invitations have a maintained count.
 */
export async function followUpOf(db: Database, { practiceId, isAdmin, now }: FollowUpQuery): Promise<FollowUp> {
  const { undelivered, unanswered, not_invited, without_email } = await oneRow(
    sql<{ undelivered: number | null; unanswered: number; not_invited: number; without_email: number }>`select
      (select failed from client_count where practice_id = ${practiceId}) as undelivered,
      (select count(*) from client where practice_id = ${practiceId} and ${unansweredSql(unansweredSince(now))})
        as unanswered,
      (select count(*) from client where practice_id = ${practiceId} and ${notInvitedSql}) as not_invited,
      (select count(*) from client where practice_id = ${practiceId} and ${withoutEmailSql}) as without_email`,
    db,
  )
  const ofClients = {
    notInvited: Number(not_invited),
    undelivered: Number(undelivered ?? 0),
    unanswered: Number(unanswered),
    withoutEmail: Number(without_email),
  }
  if (!isAdmin) return ofClients
  const { closedAt } = await getRow(db, 'practice', { id: practiceId }, ['getting_started_closed_at as closedAt'])
  return {
    ...ofClients,
    failedImports: await failedImports(db, practiceId, now),
    ...(closedAt === null && { gettingStarted: true }),
  }
}

/** Counts failed imports since the last successful import, which has replaced their data. */
async function failedImports(db: Database, practiceId: string, now: Date): Promise<number> {
  const ofPractice = db
    .selectFrom('import_run')
    .where('practice_id', '=', practiceId)
    .where('sequence', '>', 0)
    .where('is_check', '=', sql.lit(0 as const))
  const done = await ofPractice
    .select((run) => run.fn.max('received_at').as('at'))
    .where('state', '=', 'done')
    .executeTakeFirst()
  const since = momentAfter(now, -IMPORTS_DAYS * DAY_MS)
  const { count } = await ofPractice
    .select((run) => run.fn.countAll<number>().as('count'))
    .where('state', 'in', [
      sql.lit('refused' as const),
      sql.lit('interrupted' as const),
      sql.lit('unconfirmed' as const),
    ])
    .where('received_at', '>', done?.at && done.at > since ? done.at : since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
