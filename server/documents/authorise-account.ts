import { accessToClient, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'

/**
 * Authorises a signed URL once more: since it was signed the client may have been locked or removed, or the member of staff may
 * have left.
 */
export async function authoriseAccount(
  db: Database,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<ClientRow> {
  const account = await db
    .selectFrom('account')
    .select(['id as accountId', 'practice_id as practiceId', 'staff_role as staffRole'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new ProblemError('not-found')
  const { client, access } = await accessToClient(db, account, clientId)
  requireUnlocked(access)
  requireRegistered(client)
  return client
}
