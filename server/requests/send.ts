import { findRow } from '#server/db/one-row.ts'
import { DAY_MS, HOUR_MS, momentAfter } from '#contract/dates.ts'
import { displayName } from '#contract/names.ts'
import { freeText } from '#contract/search-words.ts'
import { MAX_WAITING_REQUESTS, REQUESTS_PER_DAY, WAITING_STATES } from '#contract/request.ts'
import type { NewRequest } from '#contract/schemas/request.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { countRequests, lockAccountRow, lockClientRow } from '#server/clients/rows.ts'
import { FOLDED } from '#server/db/search-text.ts'
import type { ClientRow, DatabaseTransaction, RequestData } from '#server/db/schema.ts'
import { ProblemError, tooManyRequests } from '#server/http/problem.ts'
import { requireOwnRecords } from './own-records.ts'
import { dataOf, requireContent } from './content.ts'
import { nextNumber } from '#server/db/change-number.ts'
import { claimPhotos } from './photos.ts'
import { requireTaken } from './settings.ts'

interface Sending {
  clientId: string
  accountId: string
  request: NewRequest
  now: Date
}

/** Sends a request, idempotent by its UUID. Throws `conflict` if another client or account has used the UUID. */
export async function sendRequest(
  trx: DatabaseTransaction,
  { clientId, accountId, request, now }: Sending,
): Promise<{ isNew: boolean }> {
  // With the lock, the second of two concurrent calls finds the first request. The lock also prevents a concurrent
  // removal of the client.
  const client = await lockClientRow(trx, clientId)
  if (client?.registered !== 1 || client.account_id !== accountId) throw new ProblemError('not-found')
  const uuid = request.uuid.toLowerCase()
  const sent = await findRow(trx, 'request', { uuid }, ['client_uuid', 'account_id'])
  if (sent) {
    if (sent.client_uuid !== clientId || sent.account_id !== accountId) throw new ProblemError('conflict')
    return { isNew: false }
  }
  const { practice_id: practiceId } = client
  await requireTaken(trx, practiceId, request.kind)
  requireContent(request)
  // Locks the account, because it may have clients of several practices.
  await lockAccountRow(trx, accountId)
  await requireDailyLimit(trx, accountId, now)
  const data = dataOf(request)
  const patientId = request.patientUuid?.toLowerCase()
  const formerId = request.formerUuid?.toLowerCase()
  await requireOwnRecords(trx, { clientId, accountId, kind: request.kind, patientId, formerId, data })
  const { kind } = request
  const search = searchTextOf(client, await patientName(trx, patientId), data)
  await writeAudit(trx, { practiceId, action: 'request-sent', client, about: { requestId: uuid }, now })
  // Late, because other calls of the practice wait for the number.
  const number = await nextNumber(trx, 'request_number', practiceId)
  await requireCapacity(trx, practiceId)
  await trx
    .insertInto('request')
    .values({
      uuid,
      practice_id: practiceId,
      client_uuid: clientId,
      account_id: accountId,
      patient_uuid: patientId ?? null,
      kind,
      state: 'sent',
      sent_at: now.toISOString(),
      seen_at: null,
      closed_at: null,
      number,
      former_uuid: formerId ?? null,
      search_text: search,
      data: JSON.stringify(data),
      answer: null,
      turn_at: null,
      turn_number: number,
      unread: 0,
    })
    .execute()
  await claimPhotos(trx, { ids: request.photoIds ?? [], requestId: uuid, clientId, accountId, now })
  await countRequests(trx, { practiceId, kind }, [['sent', 1]])
  return { isNew: true }
}

/**
 * Throws `rate-limited` after too many requests in 24 hours. Counts database rows, so that several servers share
 * the limit.
 */
async function requireDailyLimit(trx: DatabaseTransaction, accountId: string, now: Date): Promise<void> {
  const latest = await trx
    .selectFrom('request')
    .select('sent_at')
    .where('account_id', '=', accountId)
    .where('sent_at', '>', momentAfter(now, -DAY_MS))
    .orderBy('sent_at', 'desc')
    .limit(REQUESTS_PER_DAY)
    .execute()
  const first = latest[REQUESTS_PER_DAY - 1]
  if (first) throw tooManyRequests(Date.parse(first.sent_at) + DAY_MS - now.getTime())
}

async function requireCapacity(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  const { waiting } = await trx
    .selectFrom('request_count')
    .select((row) => row.fn.sum<number | null>('count').as('waiting'))
    .where('practice_id', '=', practiceId)
    .where('state', 'in', WAITING_STATES)
    .executeTakeFirstOrThrow()
  if (Number(waiting ?? 0) >= MAX_WAITING_REQUESTS) throw tooManyRequests(HOUR_MS)
}

async function patientName(trx: DatabaseTransaction, patientId: string | undefined): Promise<string> {
  if (patientId === undefined) return ''
  const patient = await trx.selectFrom('patient').select('name').where('uuid', '=', patientId).executeTakeFirst()
  return patient?.name ?? ''
}

function searchTextOf(client: ClientRow, patient: string, { text, products }: RequestData): string {
  const name = displayName({
    companyName: client.company_name ?? undefined,
    callName: client.call_name ?? undefined,
    firstName: client.first_name ?? undefined,
    lastName: client.last_name,
  })
  const all = [
    name,
    client.client_number ?? '',
    patient,
    text ?? '',
    ...(products ?? []).map((product) => product.name),
  ]
  return FOLDED + freeText(all)
}
