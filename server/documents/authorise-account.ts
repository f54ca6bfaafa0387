import { type ClientAccess, accessToClient, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { Services } from '#server/context.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { requireNotRevoked } from '#server/http/revoked-urls.ts'
import type { Signed } from '#server/http/signed-url.ts'
import { ProblemError } from '#server/http/problem.ts'

/**
 * Authorises a signed URL once more. Since its signing the client may have been locked or removed, the member of staff
 * may have left, or the URLs of the account may have been revoked. Records a read by staff, because the URL may be
 * opened on a later day.
 */
export async function authoriseAccount(services: Recording, grant: Granted): Promise<ClientRow> {
  return (await accessOfAccount(services, grant)).client
}

type Recording = Pick<Services, 'db' | 'recordReads'>

type Granted = Signed<{ accountId: string; clientId: string }>

/** Authorises like `authoriseAccount`, and also returns the side of the account. */
export async function accessOfAccount(
  { db, recordReads }: Recording,
  { accountId, clientId, signedAt }: Granted,
): Promise<ClientAccess> {
  await requireNotRevoked(db, { accountId, signedAt })
  const account = await db
    .selectFrom('account')
    .select(['id as accountId', 'practice_id as practiceId', 'staff_role as staffRole'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new ProblemError('not-found')
  const { client, access } = await accessToClient(db, account, clientId)
  requireUnlocked(access)
  requireRegistered(client)
  if (access.side === 'staff') await recordReads({ accountId }, new Map([[client.uuid, 'read']]))
  return { client, access }
}
