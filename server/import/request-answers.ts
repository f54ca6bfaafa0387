import { type RawBuilder, sql } from 'kysely'
import { REQUEST_OUTCOMES, type RequestOutcome, WAITING_STATES } from '#contract/request.ts'
import { literals } from '#server/db/like.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { answerRequest } from '#server/requests/change.ts'

// Answers that an export carries: what is handled in the practice's own system ends here. Only a request that waits is changed by one.

/** Whether a line changes the row `request`; what has ended here, or is a removed client's, is left as it is. */
export const isAnswered: RawBuilder<unknown> = sql`request.state in ${literals(WAITING_STATES)} and exists (
  select 1 from client c where c.uuid = request.client_uuid and c.registered = 1)`

/** Leaves out the answers to what is not there, with a warning: a request may be gone here while an export still names it. */
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

/** Meanwhile it was answered here or withdrawn, or its client removed. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof ProblemError && (error.code === 'request-closed' || error.code === 'not-found'))) throw error
}

/** Ends the requests that wait, each as by an answer in the portal: with its mail, its number and its entry in the trail. */
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
  // Each is told by mail.
  await lockRows(
    trx,
    'account',
    sql`(select request.account_id from staged_request_answer x join request on request.uuid = x.uuid
      where x.wrong = 0 and x.change = 'updated')`,
    'referring',
  )
  for (const { uuid, practice, outcome, text, at } of rows) {
    const answer = { practiceId: practice, requestId: uuid, outcome, text, ...(at !== null && { at: new Date(at) }) }
    await answerRequest(trx, { ...answer, key, isNoted: true, now }).catch(unlessEnded)
  }
}
