import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { writeAudits } from './write.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { revokeUrls } from '#server/http/revoked-urls.ts'
import { activeMemberships } from '#server/memberships/members.ts'

export interface EndedAccess {
  sessions: number
  passwordLinks: number
  sharedCards: number
  calendars: number
  letters: number
  keys: number
}

/**
 * Ends all access that works without a new proof of identity: sessions, links, postal invitations and calendars.
 * Passwords, passkeys, authenticator apps and linked identities stay, because they are needed to sign in again. `keys`
 * also revokes the keys of the practices' own systems.
 */
export async function endAccess(
  trx: DatabaseTransaction,
  { scope, keys, now }: { scope: Scope; keys: boolean; now: Date },
): Promise<EndedAccess> {
  await lockRows(
    trx,
    'client',
    sql`(select client_uuid from shared_card where ${belongsTo(scope)} union select client_uuid from calendar_feed where ${belongsTo(scope)}
      union select client_uuid from removed_client where ${belongsTo(scope)} union select client_uuid from letter where ${belongsTo(scope)}
      union select client_uuid from address_change where ${belongsTo(scope)})`,
  )
  await lockRows(trx, 'account', accountsOf(scope))
  if (keys) await lockRows(trx, 'import_key', sql`(select id from import_key where ${ofKeys(scope)})`)
  const practices = await practicesOf(trx, scope)
  // Runs first, because the deletes below remove the rows that name the accounts.
  await revokeUrls(trx, accountsOf(scope), now)
  const ofAccounts = sql<SqlBool>`account_id in ${accountsOf(scope)}`
  const sessions = await remove(trx, 'session', ofAccounts)
  const passwordLinks =
    (await remove(trx, 'password_link', ofAccounts)) + (await remove(trx, 'invitation_link', ofAccounts))
  const sharedCards = await remove(trx, 'shared_card', belongsTo(scope))
  for (const table of ['calendar_event', 'calendar_appointment'] as const) {
    await remove(trx, table, sql`client_uuid in (select client_uuid from calendar_feed where ${belongsTo(scope)})`)
  }
  const calendars = await remove(trx, 'calendar_feed', belongsTo(scope))
  const archived = await remove(
    trx,
    'removed_row',
    sql`source in ('calendar_feed', 'shared_card')
      and client_uuid in (select client_uuid from removed_client where ${belongsTo(scope)})`,
  )
  const letters = await remove(trx, 'letter', belongsTo(scope))
  // The next export requests the change again.
  await remove(trx, 'address_change', belongsTo(scope))
  const revoked = keys ? await remove(trx, 'import_key', ofKeys(scope)) : 0
  // Sign-ins that are under way name no account. Their people begin again.
  await remove(trx, 'oidc_sign_in', sql`1 = 1`)
  const ended = { sessions, passwordLinks, sharedCards: sharedCards + archived, calendars, letters, keys: revoked }
  await writeAudits(
    trx,
    practices.map((practiceId) => ({ practiceId, action: 'access-ended', now })),
  )
  return ended
}

function ofKeys(scope: Scope): RawBuilder<SqlBool> {
  if (scope === 'all') return sql`1 = 1`
  return 'accountId' in scope ? sql`account_id = ${scope.accountId}` : sql`practice_id = ${scope.practiceId}`
}

async function remove(trx: DatabaseTransaction, table: keyof Schema, where: RawBuilder<SqlBool>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${where}`.execute(trx)
  return Number(numAffectedRows)
}

/** Returns the practices whose audit trail records the end of access. */
async function practicesOf(trx: DatabaseTransaction, scope: Scope): Promise<string[]> {
  if (scope !== 'all' && 'practiceId' in scope) return [scope.practiceId]
  const where =
    scope === 'all'
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`id in (
          select practice_id from account where id = ${scope.accountId}
          union select practice_id from membership where account_id = ${scope.accountId} and ended_at is null
          union select practice_id from client where account_id = ${scope.accountId})`
  const rows = await trx.selectFrom('practice').select('id').where(where).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export type Scope = { practiceId: string } | { accountId: string } | 'all'

/**
 * Selects the accounts with access to the scope. For a practice: staff, clients, invited accounts, and accounts of
 * removed clients.
 */
export function accountsOf(scope: Scope): RawBuilder<unknown> {
  if (scope === 'all')
    return sql`(
      select id as account_id from account
      union select account_id from removed_client where account_id is not null)`
  if ('accountId' in scope) return sql`(select cast(${scope.accountId} as text) as account_id)`
  const { practiceId } = scope
  return sql`(
    select account_id from ${activeMemberships} w where practice_id = ${practiceId}
    union select account_id from staff_offer where practice_id = ${practiceId}
    union select account_id from password_link where practice_id = ${practiceId}
    union select account_id from invitation_link where practice_id = ${practiceId}
    union select account_id from client where practice_id = ${practiceId} and account_id is not null
    union select letter.account_id from letter join client on client.uuid = letter.client_uuid
      where client.practice_id = ${practiceId} and letter.account_id is not null
    union select change.account_id from address_change change join client on client.uuid = change.client_uuid
      where client.practice_id = ${practiceId}
    union select r.account_id from removed_client r join removal on removal.id = r.removal_id
      where removal.practice_id = ${practiceId} and r.account_id is not null)`
}

/**
 * Condition on rows that belong to a client and an account. For a practice, its clients decide, even if their
 * accounts have clients elsewhere.
 */
export function belongsTo(scope: Scope): RawBuilder<SqlBool> {
  if (scope === 'all') return sql`1 = 1`
  if ('accountId' in scope) return sql`account_id = ${scope.accountId}`
  return sql`(client_uuid in (select uuid from client where practice_id = ${scope.practiceId})
    or client_uuid in (select r.client_uuid from removed_client r join removal on removal.id = r.removal_id
      where removal.practice_id = ${scope.practiceId}))`
}
