import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { writeAudits } from './write.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { endAddresses } from '#server/http/ended-addresses.ts'
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
 * Ends all that lets somebody in without proving anew who they are. Passwords, passkeys and authenticator apps stay: by them one signs
 * in again. Keys of a practice's own systems end where that is asked for.
 */
export async function endAccess(
  trx: DatabaseTransaction,
  { scope, keys, now }: { scope: Scope; keys: boolean; now: Date },
): Promise<EndedAccess> {
  await lockRows(
    trx,
    'client',
    sql`(select client_uuid from shared_card where ${isOf(scope)} union select client_uuid from calendar_feed where ${isOf(scope)}
      union select client_uuid from removed_client where ${isOf(scope)} union select client_uuid from letter where ${isOf(scope)}
      union select client_uuid from address_change where ${isOf(scope)})`,
  )
  await lockRows(trx, 'account', accountsOf(scope))
  if (keys) await lockRows(trx, 'import_key', sql`(select id from import_key where ${ofKeys(scope)})`)
  const practices = await practicesOf(trx, scope)
  // While all that names the accounts is still there.
  await endAddresses(trx, accountsOf(scope), now)
  const ofAccounts = sql<SqlBool>`account_id in ${accountsOf(scope)}`
  const sessions = await remove(trx, 'session', ofAccounts)
  const passwordLinks =
    (await remove(trx, 'password_link', ofAccounts)) + (await remove(trx, 'invitation_link', ofAccounts))
  const sharedCards = await remove(trx, 'shared_card', isOf(scope))
  for (const table of ['calendar_event', 'calendar_appointment'] as const) {
    await remove(trx, table, sql`client_uuid in (select client_uuid from calendar_feed where ${isOf(scope)})`)
  }
  const calendars = await remove(trx, 'calendar_feed', isOf(scope))
  const archived = await remove(
    trx,
    'removed_row',
    sql`source in ('calendar_feed', 'shared_card')
      and client_uuid in (select client_uuid from removed_client where ${isOf(scope)})`,
  )
  const letters = await remove(trx, 'letter', isOf(scope))
  // The next export asks again.
  await remove(trx, 'address_change', isOf(scope))
  const revoked = keys ? await remove(trx, 'import_key', ofKeys(scope)) : 0
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

/** Whose trail says so. */
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

/** Of what may have leaked: a practice, an account, or all there is. */
export type Scope = { practiceId: string } | { accountId: string } | 'all'

/** The accounts that get at it: of a practice its staff, its clients, and who is invited as either; also those that a removal has kept. */
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

/** What is both of a client and of an account: of a practice that of its clients, also where their accounts have others elsewhere. */
export function isOf(scope: Scope): RawBuilder<SqlBool> {
  if (scope === 'all') return sql`1 = 1`
  if ('accountId' in scope) return sql`account_id = ${scope.accountId}`
  return sql`(client_uuid in (select uuid from client where practice_id = ${scope.practiceId})
    or client_uuid in (select r.client_uuid from removed_client r join removal on removal.id = r.removal_id
      where removal.practice_id = ${scope.practiceId}))`
}
