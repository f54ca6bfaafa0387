import { type SqlBool, sql } from 'kysely'
import { type AuditAction, type AuditDetails } from '#contract/access-log.ts'
import { AUDIT_YEARS } from '#contract/retention.ts'
import { freeText } from '#contract/search-words.ts'
import { FOLDED } from '#server/db/folded.ts'
import { displayName } from '#contract/names.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { AuditTable, ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { Identity } from '#server/context.ts'

export type Actor = Pick<Identity, 'accountId' | 'username' | 'firstName' | 'lastName'>

interface Nameable {
  username: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

export interface AuditEvent {
  practiceId: string
  /** Undefined for an import. */
  by?: Actor | undefined
  action: AuditAction
  client?: ClientRow
  details?: AuditDetails
  /** By which it can be undone for a while. */
  removalId?: string
  now: Date
}

/** Records an event; the last statement of its transaction, to hold locks briefly. */
export async function writeAudit(trx: DatabaseTransaction, note: AuditEvent): Promise<void> {
  await writeAudits(trx, [note])
}

/** Records many events at once. */
export async function writeAudits(trx: DatabaseTransaction, notes: readonly AuditEvent[]): Promise<void> {
  if (notes.length > 0) await trx.insertInto('audit').values(notes.map(auditRow)).execute()
}

/** Records once per session that staff view a client's records; idempotent under concurrency. */
export async function writeViewAs(db: Database, note: AuditEvent, sessionId: string): Promise<void> {
  await db
    .insertInto('audit')
    .values({ ...auditRow(note), session_id: sessionId })
    .onConflict((conflict) => conflict.columns(['session_id', 'client_uuid']).doNothing())
    .execute()
}

/** Deletes entries beyond the retention, practice by practice so that the index of the list is used. */
export async function deleteOldEntries(batching: Batching, now: Date): Promise<void> {
  const practices = await batching.db.selectFrom('practice').select('id').execute()
  for (const { id } of practices) {
    const where = sql<SqlBool>`practice_id = ${id} and at < ${retentionStart(now)}`
    await deleteInBatches(batching, { table: 'audit', key: 'id', where })
  }
}

export function retentionStart(now: Date): string {
  const oldest = new Date(now)
  oldest.setUTCFullYear(now.getUTCFullYear() - AUDIT_YEARS)
  return oldest.toISOString()
}

function auditRow({ practiceId, by, action, client, details, removalId, now }: AuditEvent) {
  const named = {
    account_name: by ? nameOf(by) : null,
    account_username: by?.username ?? null,
    client_name: client ? clientName(client) : null,
  }
  return {
    practice_id: practiceId,
    at: now.toISOString(),
    action,
    account_id: by?.accountId ?? null,
    ...named,
    client_uuid: client?.uuid ?? null,
    search_text: auditSearchText(named),
    details: details ? JSON.stringify(details) : null,
    session_id: null,
    removal_id: removalId ?? null,
  }
}

type Named = Pick<AuditTable, 'account_name' | 'account_username' | 'client_name'>

/** The text that a search matches. Each name is on a line of its own, so that no match spans two names. */
export const auditSearchText = ({ account_name, account_username, client_name }: Named): string =>
  FOLDED + freeText([client_name, account_name, account_username])

/** As the trail calls an account. */
export const nameOf = ({ username, firstName, lastName }: Nameable) =>
  [firstName, lastName].filter(Boolean).join(' ') || username

const clientName = (client: ClientRow) =>
  displayName({
    companyName: client.company_name ?? undefined,
    callName: client.call_name ?? undefined,
    firstName: client.first_name ?? undefined,
    lastName: client.last_name,
  })
