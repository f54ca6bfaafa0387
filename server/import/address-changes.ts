import { sql } from 'kysely'
import type { LargePart } from '#contract/schemas/imports.ts'
import { isLarge } from '#contract/imports.ts'
import { writeAudits } from '#server/access-log/write.ts'
import { requestAddressChange, languageOfAccount } from '#server/clients/address-change.ts'
import { accountForAddress } from '#server/clients/register.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'

export interface AddressChanges {
  /** Registered clients whose new e-mail address received a confirmation mail. */
  mailed: number
}

const BATCH_SIZE = 200

/** Selects registered clients of an export `x`, with their account and pending change of e-mail address. */
const ofRegistered = sql`staged_client x join client c on c.uuid = x.uuid join account a on a.id = c.account_id
  left join address_change change on change.client_uuid = c.uuid
  left join account pending on pending.id = change.account_id
  where x.wrong = 0 and c.registered = 1`
/** Excludes clients that the same transaction has registered. */
const registered = sql`${ofRegistered} and x.is_new = 0`

/**
 * Returns the practices where too many registered owners would get a new e-mail address. An admin must confirm such
 * an export.
 */
export async function largeAddressChanges(db: Database): Promise<LargePart[]> {
  const { rows } = await sql<{ count: number; of: number }>`
    select count(*) as count, (select count(*) from client all_of
      where all_of.practice_id = c.practice_id and all_of.registered = 1) as of
    from ${ofRegistered} and x.address <> a.username and (pending.username is null or pending.username <> x.address)
    group by c.practice_id order by c.practice_id`.execute(db)
  return rows
    .map(({ count, of }) => ({ kind: 'client', what: 'readdressed' as const, count: Number(count), of: Number(of) }))
    .filter(isLarge)
}

/**
 * Requests confirmation of new e-mail addresses of registered clients.
 * A later export with the same address changes nothing. Another address replaces the pending change. The address of
 * the account, or no address, ends the change.
 */
export async function requestAddressChanges(trx: DatabaseTransaction, now: Date): Promise<AddressChanges> {
  await endChanges(trx, now)
  let mailed = 0
  for (let after = '', isMore = true; isMore;) {
    const { rows } = await sql<ClientRow & { address: string; former: string }>`
      select c.*, x.address, a.id as former from ${registered} and x.address <> a.username
        and (pending.username is null or pending.username <> x.address) and c.uuid > ${after}
      order by c.uuid limit ${sql.lit(BATCH_SIZE)}`.execute(trx)
    for (const { address, former, ...client } of rows) {
      const language = await languageOfAccount(trx, former)
      const account = await accountForAddress(trx, { ...client, email: address }, now, language)
      await requestAddressChange(trx, client, { accountId: account.id, now })
    }
    await writeAudits(
      trx,
      rows.map(({ address: _address, former: _former, ...client }) => ({
        practiceId: client.practice_id,
        action: 'email-change-asked',
        client,
        now,
      })),
    )
    mailed += rows.length
    isMore = rows.length === BATCH_SIZE
    after = rows.at(-1)?.uuid ?? ''
  }
  return { mailed }
}

async function endChanges(trx: DatabaseTransaction, now: Date): Promise<void> {
  const { rows } = await sql<ClientRow>`select c.* from ${registered}
    and change.client_uuid is not null and (x.address is null or x.address = a.username)`.execute(trx)
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE)
    await trx
      .deleteFrom('address_change')
      .where(
        'client_uuid',
        'in',
        batch.map(({ uuid }) => uuid),
      )
      .execute()
    await writeAudits(
      trx,
      batch.map((client) => ({ practiceId: client.practice_id, action: 'email-change-ended', client, now })),
    )
  }
}
