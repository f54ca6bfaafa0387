import { DAY_MS, momentAfter } from '#contract/dates.ts'
import {
  MAX_MESSAGES,
  MESSAGES_PER_DAY,
  type MessageOutcome,
  REQUEST_OUTCOMES,
  type RequestSide,
} from '#contract/request.ts'
import type { RequestMessage } from '#contract/schemas/request.ts'
import type { Database, DatabaseTransaction, RequestMessageTable, RequestTable } from '#server/db/schema.ts'
import { findRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import { type Stored, parseStored } from '#server/db/stored.ts'
import { ProblemError, tooManyRequests } from '#server/http/problem.ts'
import { reject } from './content.ts'

type Db = Database | DatabaseTransaction

/**
 * Whether the same message is stored already, because the response of its first call was lost. Throws `conflict` if
 * the UUID belongs to another message.
 */
export async function isStoredMessage(
  trx: DatabaseTransaction,
  { uuid, requestId, hash }: { uuid: string; requestId: string; hash: string },
): Promise<boolean> {
  const stored = await findRow(trx, 'request_message', { uuid }, ['request_uuid', 'hash'])
  if (!stored) return false
  if (stored.request_uuid !== requestId || stored.hash !== hash) throw new ProblemError('conflict')
  return true
}

interface NewRow {
  uuid: string
  side: RequestSide
  at: string
  outcome?: MessageOutcome
  hash?: string
  data: Stored['requestMessage']
}

/** Stores a message. Throws `validation-failed` if its side has written the maximum number of messages. */
export async function insertMessage(
  trx: DatabaseTransaction,
  { uuid: requestId, client_uuid: clientId }: Pick<RequestTable, 'uuid' | 'client_uuid'>,
  { uuid, side, at, outcome, hash = '', data }: NewRow,
): Promise<void> {
  const stored = await trx
    .selectFrom('request_message')
    .select(['position', 'side'])
    .where('request_uuid', '=', requestId)
    .execute()
  // The practice can always end a request.
  const isFull = stored.filter((message) => message.side === side).length >= MAX_MESSAGES
  if (isFull && !isEnding({ outcome })) reject({ pointer: '#', code: 'tooMany' })
  await trx
    .insertInto('request_message')
    .values({
      uuid,
      request_uuid: requestId,
      client_uuid: clientId,
      position: 1 + Math.max(0, ...stored.map(({ position }) => position)),
      side,
      at,
      outcome: outcome ?? null,
      hash,
      data: JSON.stringify(data),
    })
    .execute()
}

/** Throws `rate-limited` after too many messages of an account in 24 hours, on all servers together. */
export async function requireDailyMessages(trx: DatabaseTransaction, accountId: string, now: Date): Promise<void> {
  const latest = await trx
    .selectFrom('request_message as message')
    .innerJoin('request', 'request.uuid', 'message.request_uuid')
    .select('message.at')
    .where('request.account_id', '=', accountId)
    .where('message.side', '=', 'owner')
    .where('message.at', '>', momentAfter(now, -DAY_MS))
    .orderBy('message.at', 'desc')
    .limit(MESSAGES_PER_DAY)
    .execute()
  const first = latest[MESSAGES_PER_DAY - 1]
  if (first) throw tooManyRequests(Date.parse(first.at) + DAY_MS - now.getTime())
}

/** Returns the UUID of the last message of a request, or the request's own UUID. */
export async function lastMessageOf(db: Db, requestId: string): Promise<string> {
  const last = await db
    .selectFrom('request_message')
    .select('uuid')
    .where('request_uuid', '=', requestId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.uuid ?? requestId
}

type Answered = Pick<RequestTable, 'uuid' | 'state' | 'answer' | 'closed_at'>
type Message = Omit<RequestMessage, 'photos'>

/** Stores the answer of an earlier version as a message, before the request gets further messages. */
export async function keepFormerAnswer(trx: DatabaseTransaction, row: Answered & Pick<RequestTable, 'client_uuid'>) {
  const messages = (await messagesOf(trx, [row])).get(row.uuid) ?? []
  const last = messages.find(({ uuid }) => uuid === row.uuid)
  if (!last) return
  const { side, at, outcome, uuid: _, ...data } = last
  await insertMessage(trx, row, { uuid: crypto.randomUUID(), side, at, ...(outcome && { outcome }), data })
}

/** Returns the answer of an earlier version, which is not stored as a message, with the UUID of its request. */
function answerAsMessage({ uuid, state, answer, closed_at: at }: Answered): Message | undefined {
  const outcome = REQUEST_OUTCOMES.find((each) => each === state)
  const data = answer === null ? undefined : parseStored('answer', answer)
  return data && outcome && at !== null ? { uuid, side: 'practice', at, outcome, ...data } : undefined
}

/** Returns the messages of requests in their order, without their photos. */
export async function messagesOf(db: Db, rows: readonly Answered[]): Promise<ReadonlyMap<string, Message[]>> {
  if (rows.length === 0) return new Map()
  const stored = await db
    .selectFrom('request_message')
    .selectAll()
    .where(
      'request_uuid',
      'in',
      rows.map(({ uuid }) => uuid),
    )
    .orderBy('request_uuid')
    .orderBy('position')
    .execute()
  const byRequest = Map.groupBy(stored, (row) => row.request_uuid)
  return new Map(
    rows.flatMap((row) => {
      const messages = (byRequest.get(row.uuid) ?? []).map(toMessage)
      const answer = messages.some(isEnding) ? undefined : answerAsMessage(row)
      const all = answer ? [...messages, answer] : messages
      return all.length > 0 ? [[row.uuid, all] as const] : []
    }),
  )
}

const isEnding = ({ outcome }: Pick<RequestMessage, 'outcome'>) => REQUEST_OUTCOMES.some((each) => each === outcome)

const toMessage = ({ uuid, side, at, outcome, data }: RequestMessageTable): Message => ({
  uuid,
  side,
  at,
  ...present({ outcome }),
  ...parseStored('requestMessage', data),
})
