import { type ClientAccess, accessToClient, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { requireNotEnded } from '#server/http/ended-addresses.ts'
import type { Signed } from '#server/http/signed-url.ts'
import { ProblemError } from '#server/http/problem.ts'

/**
 * Authorises a signed URL once more: since it was signed the client may have been locked or removed, the member of staff may have
 * left, or the addresses of the account may have been ended.
 */
export async function authoriseAccount(db: Database, grant: Granted): Promise<ClientRow> {
  return (await accessOfAccount(db, grant)).client
}

type Granted = Signed<{ accountId: string; clientId: string }>

/** The same, with the side that the account is on. */
export async function accessOfAccount(db: Database, { accountId, clientId, signedAt }: Granted): Promise<ClientAccess> {
  await requireNotEnded(db, { accountId, signedAt })
  const account = await db
    .selectFrom('account')
    .select(['id as accountId', 'practice_id as practiceId', 'staff_role as staffRole'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new ProblemError('not-found')
  const { client, access } = await accessToClient(db, account, clientId)
  requireUnlocked(access)
  requireRegistered(client)
  return { client, access }
}
