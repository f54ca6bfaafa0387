import { sql } from 'kysely'
import { canonicalUsername } from '#contract/email.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import { requestSettingsOf } from '#server/practice/request-settings.ts'
import { newToken } from './confirmation-links.ts'

// A practice can choose an e-mail address for mails about requests, such as that of its reception. A mistyped address could
// belong to a stranger, so the address must be confirmed with a link in a mail. Until then, the admins get the mails.

type Db = Database | DatabaseTransaction

export interface Mailbox {
  practiceId: string
  address: string
}

const LINK_DAYS = 14

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

/** Whether the practice still uses this e-mail address for mails about requests. */
async function isInUse(db: Db, { practiceId, address }: Mailbox): Promise<boolean> {
  const { mailTo } = await requestSettingsOf(db, practiceId)
  return mailTo !== undefined && canonicalUsername(mailTo) === canonicalUsername(address)
}

export const maySendTo = async (db: Db, mailbox: Mailbox): Promise<boolean> =>
  (await isInUse(db, mailbox)) && (await isConfirmedMailbox(db, mailbox))

/** Returns the token of a link that confirms the address, in place of the former one; undefined if there is nothing to confirm. */
export async function createMailboxToken(
  db: Database,
  { now, ...mailbox }: Mailbox & { now: Date },
): Promise<string | undefined> {
  if (!(await isInUse(db, mailbox))) return undefined
  const { token, columns } = await newToken(now, LINK_DAYS)
  const { numUpdatedRows } = await db
    .updateTable('practice_mailbox')
    .set(columns)
    .where('practice_id', '=', mailbox.practiceId)
    .where('address', '=', mailbox.address)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : token
}
