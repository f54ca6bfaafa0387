import { type RequestOutcome, isWaiting } from '#contract/request.ts'
import type { RequestAnswer } from '#contract/schemas/request.ts'
import type { ClosedRequest } from '#contract/schemas/problem.ts'
import type { AuditAction } from '#contract/access-log.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { countRequests, lockClientRow, stageChangedRequest } from '#server/clients/rows.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, DatabaseTransaction, RequestAnswered, RequestTable } from '#server/db/schema.ts'
import { queueEvents } from '#server/events/queue.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameAt } from '#server/memberships/members.ts'
import { bookAnswer, changeWishedAppointment, isBookedAs } from './appointment.ts'
import { reject } from './content.ts'
import { nextNumber } from './number.ts'
import { notifyOwner } from './notify.ts'

/** Records that the practice has opened a request. A request that was seen or has ended stays unchanged. */
export async function seeRequest(
  trx: DatabaseTransaction,
  { practiceId, requestId, now }: { practiceId: string; requestId: string; now: Date },
): Promise<void> {
  const locked = await lockRequest(trx, requestId, { practiceId })
  if (locked.request.state !== 'sent') return
  const data = { practiceId, clientId: locked.client.uuid, requestId: locked.request.uuid }
  await queueEvents(trx, [{ type: 'request.seen', data, now }])
  await move(trx, locked, { state: 'seen', seen_at: now.toISOString() })
}

/** Withdraws a request. Throws `request-closed` if it was answered, declined or withdrawn. */
export async function withdrawRequest(
  trx: DatabaseTransaction,
  { clientId, accountId, requestId, now }: { clientId: string; accountId: string; requestId: string; now: Date },
): Promise<void> {
  const locked = await lockRequest(trx, requestId, { clientId, accountId })
  requireWaiting(locked.request)
  const { client } = locked
  await writeAudit(trx, {
    practiceId: client.practice_id,
    action: 'request-withdrawn',
    client,
    about: { requestId: locked.request.uuid },
    now,
  })
  await move(trx, locked, { state: 'withdrawn', closed_at: now.toISOString() })
}

interface ChangingUnseen {
  clientId: string
  accountId: string
  requestId: string
  action: AuditAction
  now: Date
}

/** Records an owner's change to an unseen request. Throws `conflict` if the practice has seen the request. */
export async function changeUnseen(
  trx: DatabaseTransaction,
  { clientId, accountId, requestId, action, now }: ChangingUnseen,
): Promise<void> {
  const { request, client } = await lockRequest(trx, requestId, { clientId, accountId })
  if (request.state !== 'sent') throw new ProblemError('conflict')
  await writeAudit(trx, { practiceId: client.practice_id, action, client, about: { requestId: request.uuid }, now })
  const number = await nextNumber(trx, client.practice_id)
  await trx.updateTable('request').set({ number }).where('uuid', '=', request.uuid).execute()
}

interface Answering {
  practiceId: string
  requestId: string
  outcome: RequestOutcome
  text: string
  /** Present if the answer books an appointment. */
  appointment?: RequestAnswer['appointment']
  /** Undefined for the practice's own system. */
  by?: Actor | undefined
  /** Name of the system's key, or of the key that sent the export. */
  key?: string | undefined
  /** Time of the answer in the practice's own system; defaults to now. */
  at?: Date
  /** True in an import, which numbers and counts all of its answers at its end (`countStagedRequests`). */
  isStaged?: boolean
  now: Date
}

/**
 * Answers or declines a request. Throws `request-closed`, with the name of the first to answer, if it was closed
 * before.
 * The same answer of the same person or system changes nothing, because the first response may have been lost.
 */
export async function answerRequest(
  trx: DatabaseTransaction,
  {
    practiceId,
    requestId,
    outcome,
    text,
    appointment,
    by,
    key,
    isStaged = false,
    now,
    at: answeredAt = now,
  }: Answering,
): Promise<void> {
  const locked = await lockRequest(trx, requestId, { practiceId })
  const name = by && (await nameAt(trx, practiceId, by))
  if (await isRepeated(trx, locked.request, { outcome, text, appointment, name })) return
  requireWaiting(locked.request)
  if (appointment && outcome !== 'answered') reject({ pointer: '#/appointment', code: 'unknownValue' })
  const appointmentUuid = appointment
    ? await bookAnswer(trx, locked.request, appointment)
    : outcome === 'answered'
      ? await changeWishedAppointment(trx, locked.request)
      : undefined
  const answer: RequestAnswered = {
    text: text.trim(),
    ...present({ by: name }),
    ...(appointmentUuid !== undefined && { appointmentUuid }),
  }
  const at = new Date(Math.min(answeredAt.getTime(), now.getTime())).toISOString()
  await notifyOwner(trx, locked.request, now)
  const change = {
    state: outcome,
    seen_at: locked.request.seen_at ?? at,
    closed_at: at,
    answer: JSON.stringify(answer),
  }
  const action = outcome === 'answered' ? 'request-answered' : 'request-declined'
  await writeAudit(trx, {
    practiceId,
    by,
    action,
    client: locked.client,
    ...(key && { details: { key } }),
    about: { requestId: locked.request.uuid },
    now,
  })
  if (isStaged) await changeStaged(trx, locked.request, change)
  else await move(trx, locked, change)
}

async function isRepeated(
  trx: DatabaseTransaction,
  request: RequestTable,
  {
    outcome,
    text,
    appointment,
    name,
  }: Pick<Answering, 'outcome' | 'text' | 'appointment'> & { name: string | undefined },
): Promise<boolean> {
  if (request.state !== outcome || request.answer === null) return false
  const answer = parseStored('answer', request.answer)
  if (answer?.text !== text.trim() || answer.by !== name) return false
  if (appointment === undefined) return true
  const { appointmentUuid: uuid } = answer
  return uuid !== undefined && (await isBookedAs(trx, { clientId: request.client_uuid, uuid, wanted: appointment }))
}

interface LockedRequest {
  request: RequestTable
  client: ClientRow
}

type RequestScope = { practiceId: string } | { clientId: string; accountId: string }

/**
 * Locks the client, and thereby its requests. Throws `not-found` if the request belongs to another practice, client
 * or account.
 */
async function lockRequest(trx: DatabaseTransaction, requestId: string, scope: RequestScope): Promise<LockedRequest> {
  const ofRequest = trx
    .selectFrom('request')
    .where('uuid', '=', requestId.toLowerCase())
    .where((row) =>
      'practiceId' in scope
        ? row('practice_id', '=', scope.practiceId)
        : row.and([row('client_uuid', '=', scope.clientId), row('account_id', '=', scope.accountId)]),
    )
  const found = await ofRequest.select('client_uuid').executeTakeFirst()
  const client = found && (await lockClientRow(trx, found.client_uuid))
  if (client?.registered !== 1) throw new ProblemError('not-found')
  return { request: await ofRequest.selectAll().executeTakeFirstOrThrow(), client }
}

function requireWaiting({ state, closed_at: at, answer }: RequestTable): void {
  if (isWaiting(state)) return
  const by = answer === null ? undefined : parseStored('answer', answer)?.by
  const closed: ClosedRequest = { state, at: at ?? '', ...(by !== undefined && { by }) }
  throw new ProblemError('request-closed', { closed })
}

type Change = Pick<RequestTable, 'state'> & Partial<Pick<RequestTable, 'seen_at' | 'closed_at' | 'answer'>>

/**
 * Changes the state of a request. Call last in a transaction, because other calls of the practice wait for its
 * number.
 */
async function move(trx: DatabaseTransaction, { request }: LockedRequest, change: Change): Promise<void> {
  const { uuid, practice_id: practiceId, kind, state } = request
  const number = await nextNumber(trx, practiceId)
  await trx
    .updateTable('request')
    .set({ ...change, number })
    .where('uuid', '=', uuid)
    .execute()
  await countRequests(trx, { practiceId, kind }, [
    [state, -1],
    [change.state, 1],
  ])
}

async function changeStaged(trx: DatabaseTransaction, request: RequestTable, change: Change): Promise<void> {
  await trx.updateTable('request').set(change).where('uuid', '=', request.uuid).execute()
  await stageChangedRequest(trx, request, change.state)
}
