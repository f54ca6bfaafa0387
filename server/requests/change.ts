import { type MessageOutcome, REQUEST_SIDES, isOpen } from '#contract/request.ts'
import { type RequestAction, actionOf, actionsOf, afterAction } from '#contract/request-turn.ts'
import type { OwnerMessage, RequestAnswer } from '#contract/schemas/request.ts'
import type { ClosedRequest } from '#contract/schemas/problem.ts'
import type { AuditAction } from '#contract/access-log.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { countRequests, lockAccountRow, lockClientRow, stageChangedRequest } from '#server/clients/rows.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, DatabaseTransaction, RequestAnswered, RequestTable } from '#server/db/schema.ts'
import { queueEvents } from '#server/events/queue.ts'
import { nextNumber } from '#server/db/change-number.ts'
import { hashOfContent } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameAt } from '#server/memberships/members.ts'
import { bookAnswer, changeWishedAppointment, isBookedAs } from './appointment.ts'
import { reject } from './content.ts'
import {
  insertMessage,
  isStoredMessage,
  keepFormerAnswer,
  lastMessageOf,
  messagesOf,
  requireDailyMessages,
} from './messages.ts'
import { claimPhotos } from './photos.ts'
import { notifyOwner } from './notify.ts'
import { requireTaken } from './settings.ts'

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
  await requireAction(trx, locked.request, 'withdraw', now)
  await writeRequestAudit(trx, locked, { action: 'request-withdrawn', now })
  await act(trx, locked, 'withdraw', { closed_at: now.toISOString() })
}

/** Clears the mark of an unread message, if the owner has opened the last message. */
export async function readMessages(
  trx: DatabaseTransaction,
  { lastUuid, requestId, ...scope }: { clientId: string; accountId: string; requestId: string; lastUuid: string },
): Promise<void> {
  const { request } = await lockRequest(trx, requestId, scope)
  if (request.unread !== 1 || (await lastMessageOf(trx, request.uuid)) !== lastUuid.toLowerCase()) return
  await trx.updateTable('request').set({ unread: 0 }).where('uuid', '=', request.uuid).execute()
}

interface OwnerWriting {
  clientId: string
  accountId: string
  requestId: string
  message: OwnerMessage
  /** Whether the message may reopen a request that has ended. */
  reopens: boolean
  now: Date
}

/**
 * Adds a message of the owner, after which the request waits for the practice. Idempotent by the UUID of the message.
 * Throws `request-closed` if the request has ended, unless the message may reopen it and the time for it has not passed.
 */
export async function writeAsOwner(
  trx: DatabaseTransaction,
  { clientId, accountId, requestId, message, reopens, now }: OwnerWriting,
): Promise<{ isNew: boolean }> {
  const locked = await lockRequest(trx, requestId, { clientId, accountId })
  const { request, client } = locked
  const { uuid, text, photoIds = [] } = message
  const id = uuid.toLowerCase()
  const hash = await hashOfContent(['owner', { text, photoIds }])
  if (await isStoredMessage(trx, { uuid: id, requestId: request.uuid, hash })) return { isNew: false }
  const isReopened = reopens && !isOpen(request.state)
  const action = isReopened ? 'reopen' : 'write'
  await requireAction(trx, request, action, now)
  if (isReopened) {
    await requireTaken(trx, client.practice_id, request.kind)
    await keepFormerAnswer(trx, request)
  }
  await lockAccountRow(trx, accountId)
  await requireDailyMessages(trx, accountId, now)
  const data = { text: text.trim(), by: nameOfRow(client) }
  await insertMessage(trx, request, { uuid: id, side: 'owner', at: now.toISOString(), hash, data })
  await claimPhotos(trx, { ids: photoIds, requestId: request.uuid, messageId: id, clientId, accountId, now })
  await writeRequestAudit(trx, locked, { action: isReopened ? 'request-reopened' : 'request-message-sent', now })
  await act(trx, locked, action, { now, ...(isReopened && { closed_at: null, answer: null }) })
  return { isNew: true }
}

/** Ends a request without a further message. Throws `conflict` if the practice has not written in it. */
export async function endRequest(
  trx: DatabaseTransaction,
  { practiceId, requestId, lastUuid, by, key, now }: Omit<Acting, 'clientId'> & { lastUuid?: string | undefined },
): Promise<void> {
  const locked = await lockRequest(trx, requestId, { practiceId })
  const { request } = locked
  if (request.state === 'answered') return
  await requireAction(trx, request, 'end', now)
  await requireLast(trx, request, lastUuid)
  await writeRequestAudit(trx, locked, { action: 'request-ended', by, key, now })
  const at = now.toISOString()
  await act(trx, locked, 'end', { seen_at: request.seen_at ?? at, closed_at: at })
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
  if (request.state !== 'sent' || request.seen_at !== null) throw new ProblemError('conflict')
  await writeAudit(trx, { practiceId: client.practice_id, action, client, about: { requestId: request.uuid }, now })
  const number = await nextNumber(trx, 'request_number', client.practice_id)
  await trx.updateTable('request').set({ number }).where('uuid', '=', request.uuid).execute()
}

interface Acting {
  practiceId: string
  requestId: string
  /** Undefined for the practice's own system. */
  by?: Actor | undefined
  /** Name of the system's key, or of the key that sent the export. */
  key?: string | undefined
  /** Id of the system's key; absent in an export. */
  keyId?: string
  now: Date
}

interface Answering extends Acting {
  outcome: MessageOutcome
  text: string
  /** Present if the answer books an appointment. */
  appointment?: RequestAnswer['appointment']
  /** UUID of the message, chosen by its sender. Absent: an answer is recognised by its content. */
  uuid?: string | undefined
  photoIds?: readonly string[] | undefined
  /** Last message that the sender has read, or the request itself. */
  lastUuid?: string | undefined
  /** Time of the answer in the practice's own system; defaults to now. */
  at?: Date
  /** True in an import, which numbers and counts all of its answers at its end (`countStagedRequests`). */
  isStaged?: boolean
}

/**
 * Writes a message of the practice, which asks, replies, answers or declines. Throws `request-closed`, with the name
 * of the first to answer, if the request was closed before. Throws `conflict` if there is a later message than
 * `lastUuid`. A repeated message of one person or system changes nothing, because its first response may have been
 * lost.
 */
export async function answerRequest(trx: DatabaseTransaction, answering: Answering): Promise<{ isNew: boolean }> {
  const { practiceId, requestId, outcome, text, appointment, by, lastUuid, isStaged = false, now } = answering
  const locked = await lockRequest(trx, requestId, { practiceId })
  const { request } = locked
  const name = by && (await nameAt(trx, practiceId, by))
  const message = await messageOf(answering, name)
  if (await isRepeated(trx, request, { ...answering, ...message })) return { isNew: false }
  const action = actionOf(outcome)
  await requireAction(trx, request, action, now)
  await requireLast(trx, request, lastUuid)
  if (appointment && outcome !== 'answered') reject({ pointer: '#/appointment', code: 'unknownValue' })
  const appointmentUuid = appointment
    ? await bookAnswer(trx, request, appointment)
    : outcome === 'answered'
      ? await changeWishedAppointment(trx, request)
      : undefined
  const answer: RequestAnswered = {
    text: text.trim(),
    ...present({ by: name }),
    ...(appointmentUuid !== undefined && { appointmentUuid }),
  }
  const at = new Date(Math.min((answering.at ?? now).getTime(), now.getTime())).toISOString()
  const uuid = message.uuid ?? crypto.randomUUID()
  await insertMessage(trx, request, { uuid, side: 'practice', at, outcome, hash: message.hash, data: answer })
  await claimForMessage(trx, { request, answering, messageId: uuid })
  if (request.unread !== 1) await notifyOwner(trx, request, { isAsked: outcome === 'asked', now })
  await writeRequestAudit(trx, locked, { ...answering, action: AUDIT_ACTIONS_OF[outcome] })
  const isEnd = outcome === 'answered' || outcome === 'declined'
  const change = {
    seen_at: request.seen_at ?? at,
    ...(isEnd && { closed_at: at, answer: JSON.stringify(answer) }),
  }
  if (isStaged) await changeStaged(trx, request, { ...change, ...stateAfter(request, action) })
  else await act(trx, locked, action, change)
  return { isNew: true }
}

const AUDIT_ACTIONS_OF = {
  asked: 'request-message-written',
  replied: 'request-message-written',
  answered: 'request-answered',
  declined: 'request-declined',
} as const satisfies Record<MessageOutcome, AuditAction>

async function messageOf(
  { uuid, outcome, text, appointment, photoIds, by, key }: Answering,
  name: string | undefined,
): Promise<{ uuid: string | undefined; hash: string; name: string | undefined }> {
  const hash = await hashOfContent(['practice', { outcome, text, appointment, photoIds, by: by?.accountId ?? key }])
  return { uuid: uuid?.toLowerCase(), hash, name }
}

interface Claiming {
  request: RequestTable
  answering: Answering
  messageId: string
}

/** Claims the photos that a member of staff or the practice's own system has uploaded for a message. */
async function claimForMessage(trx: DatabaseTransaction, { request, answering, messageId }: Claiming): Promise<void> {
  const { photoIds: ids = [], by, keyId, now } = answering
  if (ids.length === 0) return
  const { uuid: requestId, client_uuid: clientId } = request
  await claimPhotos(trx, { ids, requestId, messageId, clientId, accountId: by?.accountId ?? keyId ?? '', now })
}

/** Whether the message is stored already: by its UUID, or as the same answer of the same person. */
async function isRepeated(
  trx: DatabaseTransaction,
  request: RequestTable,
  {
    uuid,
    hash,
    outcome,
    text,
    appointment,
    name,
  }: Pick<Answering, 'outcome' | 'text' | 'appointment'> & Awaited<ReturnType<typeof messageOf>>,
): Promise<boolean> {
  if (uuid !== undefined) return await isStoredMessage(trx, { uuid, requestId: request.uuid, hash })
  if (request.state !== outcome || request.answer === null) return false
  const answer = parseStored('answer', request.answer)
  if (answer?.text !== text.trim() || answer.by !== name) return false
  if (appointment === undefined) return true
  const { appointmentUuid } = answer
  if (appointmentUuid === undefined) return false
  return await isBookedAs(trx, { clientId: request.client_uuid, uuid: appointmentUuid, wanted: appointment })
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

/** Throws `request-closed`, or `conflict` for an open request, if the action is not possible. */
async function requireAction(
  trx: DatabaseTransaction,
  request: RequestTable,
  action: RequestAction,
  now: Date,
): Promise<void> {
  const { state, closed_at: closedAt, answer } = request
  const messages = action === 'end' ? (await messagesOf(trx, [request])).get(request.uuid) : undefined
  const turn = { state, closedAt, messages }
  if (REQUEST_SIDES.some((side) => actionsOf(turn, side, now).has(action))) return
  if (isOpen(state)) throw new ProblemError('conflict')
  const by = answer === null ? undefined : parseStored('answer', answer)?.by
  const closed: ClosedRequest = { state, at: closedAt ?? '', ...(by !== undefined && { by }) }
  throw new ProblemError('request-closed', { closed })
}

/** Throws `conflict` if the request has a later message than the one that the sender has read. */
async function requireLast(trx: DatabaseTransaction, { uuid }: RequestTable, lastUuid: string | undefined) {
  if (lastUuid === undefined || lastUuid.toLowerCase() === (await lastMessageOf(trx, uuid))) return
  throw new ProblemError('conflict')
}

interface RequestAudit extends Pick<Acting, 'by' | 'key' | 'now'> {
  action: AuditAction
}

async function writeRequestAudit(
  trx: DatabaseTransaction,
  { request, client }: LockedRequest,
  { action, by, key, now }: RequestAudit,
): Promise<void> {
  await writeAudit(trx, {
    practiceId: request.practice_id,
    by,
    action,
    client,
    ...(key && { details: { key } }),
    about: { requestId: request.uuid },
    now,
  })
}

type Change = Pick<RequestTable, 'state'> & Partial<Pick<RequestTable, 'seen_at' | 'closed_at' | 'answer' | 'unread'>>

function stateAfter(request: RequestTable, action: RequestAction): Pick<RequestTable, 'state' | 'unread'> {
  const { state, unread } = afterAction(action, { state: request.state, unread: request.unread === 1 })
  return { state, unread: unread ? 1 : 0 }
}

/** Changes a request by an action. `now` is needed by actions after which the request waits for the practice. */
const act = (
  trx: DatabaseTransaction,
  locked: LockedRequest,
  action: RequestAction,
  { now, ...change }: Omit<Change, 'state'> & { now?: Date },
): Promise<void> => move(trx, locked, { ...change, ...stateAfter(locked.request, action) }, now)

/**
 * Changes the state of a request. Call last in a transaction, because other calls of the practice wait for its
 * number.
 */
async function move(trx: DatabaseTransaction, { request }: LockedRequest, change: Change, now?: Date): Promise<void> {
  const { uuid, practice_id: practiceId, kind, state } = request
  const isNewTurn = change.state === 'sent' && state !== 'sent'
  const number = await nextNumber(trx, 'request_number', practiceId)
  await trx
    .updateTable('request')
    .set({ ...change, number, ...(now && isNewTurn && { turn_at: now.toISOString(), turn_number: number }) })
    .where('uuid', '=', uuid)
    .execute()
  if (change.state === state) return
  await countRequests(trx, { practiceId, kind }, [
    [state, -1],
    [change.state, 1],
  ])
}

async function changeStaged(trx: DatabaseTransaction, request: RequestTable, change: Change): Promise<void> {
  await trx.updateTable('request').set(change).where('uuid', '=', request.uuid).execute()
  await stageChangedRequest(trx, request, change.state)
}
