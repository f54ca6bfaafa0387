import { type RawBuilder, sql } from 'kysely'
import { OPEN_STATES, REQUEST_OUTCOMES, type RequestOutcome } from '#contract/request.ts'
import { literals } from '#server/db/like.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { answerRequest } from '#server/requests/change.ts'

// Processes answers in an export: requests answered in the practice's own system end here. Only open requests
// change.

/** Condition that a line changes the row `request`. Ended requests and requests of removed clients stay unchanged. */
export const isAnswered: RawBuilder<unknown> = sql`request.state in ${literals(OPEN_STATES)} and exists (
  select 1 from client c where c.uuid = request.client_uuid and c.registered = 1)`

/**
 * Leaves out answers to unknown requests with a warning. A request may be deleted here while an export still
 * contains it.
 */
export async function leaveOutUnknown(
  db: Database,
  inside: (practiceId: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const isUnknown = sql`wrong = 0 and not exists (
    select 1 from request r where r.uuid = staged_request_answer.uuid and ${inside(sql`r.practice_id`)})`
  await sql`insert into staged_note (line, kind, note)
    select line, 'requestAnswer', 'uuid unknown' from staged_request_answer where ${isUnknown}`.execute(db)
  await sql`update staged_request_answer set wrong = 1 where ${isUnknown}`.execute(db)
}

/** Ignores errors of requests that were answered or withdrawn meanwhile, or whose client was removed. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof ProblemError && (error.code === 'request-closed' || error.code === 'not-found'))) throw error
}

/** Ends open requests like answers in the portal, with mail, number and audit entry. */
export async function answerRequests(
  trx: DatabaseTransaction,
  { now, key }: { now: Date; key: string | undefined },
): Promise<void> {
  const { rows } = await sql<{
    uuid: string
    practice: string
    outcome: RequestOutcome
    text: string
    at: string | null
  }>`
    select x.uuid, request.practice_id as practice, x.state as outcome, x.answer as text, x.closed_at as at
    from staged_request_answer x join request on request.uuid = x.uuid
    where x.wrong = 0 and x.change = 'updated' and x.state in ${literals(REQUEST_OUTCOMES)} and ${isAnswered}
    order by request.client_uuid, x.uuid`.execute(trx)
  // Locks the accounts, because each gets a mail.
  await lockRows(
    trx,
    'account',
    sql`(select request.account_id from staged_request_answer x join request on request.uuid = x.uuid
      where x.wrong = 0 and x.change = 'updated')`,
    'referring',
  )
  for (const { uuid, practice, outcome, text, at } of rows) {
    const answer = { practiceId: practice, requestId: uuid, outcome, text, ...(at !== null && { at: new Date(at) }) }
    await answerRequest(trx, { ...answer, key, isStaged: true, now }).catch(unlessEnded)
  }
}
