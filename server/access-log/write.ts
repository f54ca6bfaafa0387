import { HOUR_MS, momentAfter } from '#contract/dates.ts'
import { type SqlBool, sql } from 'kysely'
import type { AuditDetails } from '#contract/schemas/access-log.ts'
import { type AuditAction, OF_OWNERS } from '#contract/access-log.ts'
import { AUDIT_YEARS } from '#contract/retention.ts'
import { eventTypeOf } from '#contract/webhook.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import type { Identity } from '#server/context.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'
import { tooManyRequests } from '#server/http/problem.ts'
import { type PersonName, nameOf, namesAt } from '#server/memberships/members.ts'
import { present } from '#server/db/present.ts'
import { type PortalEvent, queueEvents } from '#server/events/queue.ts'
import { addNames, deleteUnusedNames } from './names.ts'

export type Actor = Pick<Identity, 'accountId' | 'username'>

export interface AuditEvent {
  practiceId: string
  /** Undefined for an import. */
  by?: Actor | undefined
  action: AuditAction
  client?: ClientRow
  details?: AuditDetails
  /** Removal that an admin can undo for a limited time. */
  removalId?: string
  /** Ids for webhooks that the entry itself does not have. */
  about?: { requestId?: string; formTaskId?: string; estimateId?: string; appointmentId?: string; clientId?: string }
  now: Date
}

/**
 * Records an event. Call at the end of a transaction, to hold locks briefly. Throws `rate-limited` if a person
 * repeats an action too often.
 */
export async function writeAudit(trx: DatabaseTransaction, event: AuditEvent): Promise<void> {
  await writeAudits(trx, [event])
}

export async function writeAudits(trx: DatabaseTransaction, events: readonly AuditEvent[]): Promise<void> {
  const [first] = events
  if (!first) return
  await rejectFlood(trx, first)
  const rows = []
  for (const [practiceId, ofPractice] of Map.groupBy(events, (event) => event.practiceId)) {
    const accounts = new Set(ofPractice.flatMap(({ by }) => by?.accountId ?? []))
    const names = await namesAt(trx, practiceId, [...accounts])
    for (const event of ofPractice) rows.push(rowOf(event, event.by && names.get(event.by.accountId)))
  }
  await addNames(trx, rows)
  await trx.insertInto('audit').values(rows).execute()
  await queueEvents(trx, events.flatMap(eventOf))
}

/** Returns the webhook event that an entry causes, if any. */
function eventOf({ practiceId, action, client, details, about, now }: AuditEvent): PortalEvent[] {
  const type = eventTypeOf(action)
  if (type === undefined) return []
  const clientId = client?.uuid ?? about?.clientId
  const count = details?.changes ? changedIn(details.changes) : details?.count
  const { requestId, formTaskId, estimateId, appointmentId } = about ?? {}
  const data = { practiceId, ...present({ clientId, requestId, formTaskId, estimateId, appointmentId, count }) }
  return [{ type, data, now }]
}

const changedIn = (changes: NonNullable<AuditDetails['changes']>): number =>
  Object.values(changes).reduce(
    (sum, { added, updated, removed = 0, replaced = 0 }) => sum + added + updated + removed + replaced,
    0,
  )

/** Deletes entries older than the retention period, practice by practice so that the index of the list is used. */
export async function deleteOldEntries(batching: Batching, now: Date): Promise<void> {
  const practices = await batching.db.selectFrom('practice').select('id').execute()
  for (const { id } of practices) {
    const where = sql<SqlBool>`practice_id = ${id} and at < ${retentionStart(now)}`
    await deleteInBatches(batching, { table: 'audit', key: 'id', where })
  }
  await deleteUnusedNames(batching)
}

export function retentionStart(now: Date): string {
  const oldest = new Date(now)
  oldest.setUTCFullYear(now.getUTCFullYear() - AUDIT_YEARS)
  return oldest.toISOString()
}

function rowOf({ practiceId, by, action, client, details, removalId, now }: AuditEvent, name: PersonName | undefined) {
  const isOwner = by !== undefined && client?.account_id === by.accountId
  return {
    practice_id: practiceId,
    at: now.toISOString(),
    action,
    account_id: by?.accountId ?? null,
    // An entry about a changed name shows the former name.
    account_name: by ? (details?.names?.from ?? nameOf(isOwner ? ownName(name ?? by, client) : (name ?? by))) : null,
    account_username: by?.username ?? null,
    client_uuid: client?.uuid ?? null,
    client_name: client ? nameOfRow(client) : null,
    details: details ? JSON.stringify(details) : null,
    removal_id: removalId ?? null,
  }
}

/** Returns the owner's own name, or the name of the client if the account has no name. */
const ownName = (name: PersonName, client: ClientRow): PersonName =>
  name.firstName || name.lastName ? name : { ...name, firstName: nameOfRow(client) }

/** Maximum entries per hour for an action of a person about a client or the practice. */
export const MAX_PER_HOUR = 60

/** Actions that end something. They are never rejected; each needs an earlier action, which is limited. */
const ENDING: ReadonlySet<AuditAction> = new Set([
  'locked',
  'deleted',
  'deleted-all',
  'logo-removed',
  'reminder-mails-off',
  'card-revoked',
  'staff-deactivated',
  'second-factor-required',
  'import-key-revoked',
  'request-withdrawn',
  'request-ended',
  'photo-removed',
  'animal-photo-removed',
  'webhook-paused',
  'webhook-disabled',
  'webhook-removed',
  'form-cancelled',
  'form-removed',
  'consent-withdrawn',
])

/**
 * Throws `rate-limited` for too many entries. The limit counts database rows, so that several servers share the
 * limit.
 */
async function rejectFlood(
  trx: DatabaseTransaction,
  { practiceId, by, action, client, now }: AuditEvent,
): Promise<void> {
  if (ENDING.has(action) || !(by || OF_OWNERS.has(action))) return
  const start = momentAfter(now, -HOUR_MS)
  const oldest = await trx
    .selectFrom('audit')
    .select('at')
    .where('practice_id', '=', practiceId)
    .where('action', '=', action)
    .where('at', '>', start)
    .where('at', '<=', now.toISOString())
    .where('account_id', by ? '=' : 'is', by?.accountId ?? null)
    .where('client_uuid', client ? '=' : 'is', client?.uuid ?? null)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(MAX_PER_HOUR - 1)
    .executeTakeFirst()
  if (oldest) throw tooManyRequests(Date.parse(oldest.at) + HOUR_MS - now.getTime())
}
