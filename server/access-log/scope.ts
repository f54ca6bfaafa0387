import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { activeMemberships } from '#server/memberships/members.ts'

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
