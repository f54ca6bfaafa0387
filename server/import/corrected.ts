import { sql } from 'kysely'
import { writeAudits } from '#server/audit/write.ts'
import { deleteOrphanedAccounts } from '#server/clients/delete-orphaned-accounts.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'

// A registered client whose e-mail address was corrected: the account of the former address loses access, and that of the new one
// gets it. A removed address changes nothing, because there is no new one to invite.

export interface Corrected {
  /** Linked to the account of the new address, which is invited unless it is locked. */
  linked: number
}

const AT_ONCE = 200

/** Ends the links to accounts of a former address; before any account is given to a client, as two may have changed places. */
export async function unlinkCorrected(trx: DatabaseTransaction): Promise<void> {
  await sql`update staged_client set former_account = (
      select a.id from client c join account a on a.id = c.account_id
      where c.uuid = staged_client.uuid and a.username <> staged_client.address)
    where wrong = 0 and is_new = 0 and address is not null`.execute(trx)
  await sql`update staged_client set username = address where former_account is not null`.execute(trx)
  await sql`update client set account_id = null, activation = 'not-invited', mail_failure = null, invited_at = null
    where uuid in (select x.uuid from staged_client x where x.former_account is not null)`.execute(trx)
}

/** Links them to the accounts of their new addresses, notes it in the audit trail, and deletes orphaned former accounts. */
export async function linkCorrected(trx: DatabaseTransaction, now: Date): Promise<Corrected> {
  await sql`update client set account_id = (
      select a.id from staged_client x join account a on a.username = x.username
      where x.uuid = client.uuid and x.former_account is not null), last_opened_at = null
    where uuid in (select x.uuid from staged_client x where x.former_account is not null and x.gets_account = 1)`.execute(
    trx,
  )
  const { rows: practices } = await sql<{ id: string }>`
    select distinct practice_id as id from staged_client where former_account is not null`.execute(trx)
  for (const { id } of practices) {
    const former = sql`(select x.former_account from staged_client x where x.practice_id = ${id})`
    await deleteOrphanedAccounts(trx, id, former)
  }
  return await tell(trx, now)
}

async function tell(trx: DatabaseTransaction, now: Date): Promise<Corrected> {
  const corrected: Corrected = { linked: 0 }
  for (let after = '', isMore = true; isMore;) {
    const { rows } = await sql<ClientRow>`
      select c.* from staged_client x join client c on c.uuid = x.uuid
      where x.former_account is not null and x.uuid > ${after} order by x.uuid limit ${sql.lit(AT_ONCE)}`.execute(trx)
    await writeAudits(
      trx,
      rows.map((client) => ({
        practiceId: client.practice_id,
        action: 'email-changed' as const,
        client,
        now,
      })),
    )
    corrected.linked += rows.length
    isMore = rows.length === AT_ONCE
    after = rows.at(-1)?.uuid ?? ''
  }
  return corrected
}
