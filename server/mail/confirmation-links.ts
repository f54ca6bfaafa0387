import { DAY_MS, momentAfter } from '#contract/dates.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'

// Links that confirm an e-mail address. A new link invalidates the former one, and only the hash of its token is
// stored.

const ADDRESS_DAYS = 14
const LETTER_DAYS = 3

export async function newToken(now: Date, days: number) {
  const token = randomText(32)
  return { token, columns: { token_hash: await sha256(token), token_ends_at: momentAfter(now, days * DAY_MS) } }
}

export interface AddressChange {
  /** Account of the new e-mail address. */
  accountId: string
  /** E-mail address with which the owner signs in until the confirmation. */
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

/** Returns the token of a link that confirms the new address of a client; undefined if there is nothing left to confirm. */
export async function createAddressToken(
  db: Database,
  { accountId, clientId, now }: { accountId: string; clientId: string | undefined; now: Date },
): Promise<string | undefined> {
  if (clientId === undefined) return undefined
  const { token, columns } = await newToken(now, ADDRESS_DAYS)
  const { numUpdatedRows } = await db
    .updateTable('address_change')
    .set(columns)
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .where('client_uuid', 'in', (query) =>
      query.selectFrom('client').select('uuid').where('registered', '=', 1).where('locked', '=', 0),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : token
}

interface OfLetter {
  accountId: string
  practiceId: string | null
  /** Absent in a mail queued by a server of the previous version. */
  clientId: string | undefined
  now: Date
}

/** Returns the token that confirms the e-mail address for a postal invitation; undefined if there is nothing to confirm. */
export async function createLetterToken(
  db: Database,
  { accountId, practiceId, clientId, now }: OfLetter,
): Promise<string | undefined> {
  const { token, columns } = await newToken(now, LETTER_DAYS)
  const { numUpdatedRows } = await db
    .updateTable('letter')
    .set(columns)
    .where('client_uuid', 'in', (query) =>
      query
        .selectFrom('letter')
        .innerJoin('client', 'client.uuid', 'letter.client_uuid')
        .select('client.uuid')
        .where('letter.account_id', '=', accountId)
        .where('client.practice_id', '=', practiceId)
        .where('client.registered', '=', 0)
        .$if(clientId !== undefined, (letters) => letters.where('client.uuid', '=', clientId ?? ''))
        .orderBy('client.uuid')
        .limit(1),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : token
}
