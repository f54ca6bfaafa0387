import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

const DAY_MS = 86_400_000
const LINK_DAYS = 14

export interface AddressChange {
  /** The account of the new address. */
  accountId: string
  /** The address by which the owner signs in until then. */
  from: string
  to: string
  askedAt: string
}

export async function addressChangeOf(
  db: Database | DatabaseTransaction,
  clientId: string,
): Promise<AddressChange | undefined> {
  return await db
    .selectFrom('address_change as change')
    .innerJoin('client', 'client.uuid', 'change.client_uuid')
    .innerJoin('account as former', 'former.id', 'client.account_id')
    .innerJoin('account as present', 'present.id', 'change.account_id')
    .select([
      'change.account_id as accountId',
      'former.username as from',
      'present.username as to',
      'change.asked_at as askedAt',
    ])
    .where('change.client_uuid', '=', clientId)
    .executeTakeFirst()
}

/** A new link of the mail, which ends the former one; undefined where there is nothing to confirm any more. */
export async function createConfirmationLink(
  db: Database,
  publicUrl: string,
  { accountId, clientId, now }: { accountId: string; clientId: string | undefined; now: Date },
): Promise<string | undefined> {
  if (clientId === undefined) return undefined
  const token = randomText(32)
  const { numUpdatedRows } = await db
    .updateTable('address_change')
    .set({ token_hash: await sha256(token), token_ends_at: new Date(now.getTime() + LINK_DAYS * DAY_MS).toISOString() })
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .where('client_uuid', 'in', (query) =>
      query.selectFrom('client').select('uuid').where('registered', '=', 1).where('locked', '=', 0),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : `${publicUrl}/auth/letter#confirm=${token}`
}
