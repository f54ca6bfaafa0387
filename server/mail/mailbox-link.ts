import { sql } from 'kysely'
import { canonicalUsername } from '#contract/email.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { randomText, sha256 } from '#server/http/keys.ts'
import { activeMemberships } from '#server/memberships/active.ts'

// A practice may have mails about requests sent to an address of its own, such as that of its reception. Anybody could be behind a
// mistyped address, so mails go there once somebody has followed a link in a mail to it. Until then they go to the admins.

type Db = Database | DatabaseTransaction

export interface Mailbox {
  practiceId: string
  address: string
}

const LINK_MS = 14 * 86_400_000

/** Whether the address was confirmed by a link, or belongs to staff who have joined the practice. */
export async function isConfirmedMailbox(db: Db, mailbox: Mailbox): Promise<boolean> {
  const { practiceId } = mailbox
  const address = canonicalUsername(mailbox.address)
  const stored = await db
    .selectFrom('practice_mailbox')
    .select('confirmed_at as confirmedAt')
    .where('practice_id', '=', practiceId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (stored && stored.confirmedAt !== null) return true
  const { rows } = await sql`select 1 from account a join ${activeMemberships} w on w.account_id = a.id
    where a.username = ${address} and w.practice_id = ${practiceId}`.execute(db)
  return rows.length > 0
}

/** Whether the practice still has its mails about requests sent to this address. */
async function isInUse(db: Db, { practiceId, address }: Mailbox): Promise<boolean> {
  const settings = await db
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  const mailTo = settings && parseStored('requestSettings', settings.data)?.mailTo
  return mailTo !== undefined && canonicalUsername(mailTo) === canonicalUsername(address)
}

export const maySendTo = async (db: Db, mailbox: Mailbox): Promise<boolean> =>
  (await isInUse(db, mailbox)) && (await isConfirmedMailbox(db, mailbox))

/** Returns a new link that confirms the address, in place of the former one; undefined if there is nothing to confirm. */
export async function createMailboxLink(
  db: Database,
  publicUrl: string,
  { now, ...mailbox }: Mailbox & { now: Date },
): Promise<string | undefined> {
  if (!(await isInUse(db, mailbox))) return undefined
  const token = randomText(32)
  const { numUpdatedRows } = await db
    .updateTable('practice_mailbox')
    .set({ token_hash: await sha256(token), token_ends_at: new Date(now.getTime() + LINK_MS).toISOString() })
    .where('practice_id', '=', mailbox.practiceId)
    .where('address', '=', mailbox.address)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : `${publicUrl}/auth/letter#mailbox=${token}`
}
