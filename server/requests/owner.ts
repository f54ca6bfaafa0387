import {
  type ClientAccess,
  accessToClient,
  requireOwner,
  requireRegistered,
  requireUnlocked,
} from '#server/access/access-level.ts'
import type { Call, Services } from '#server/context.ts'

/** Those who read a client's requests: its owner, and staff who view the portal as that client. */
export async function authoriseReader({ db }: Pick<Services, 'db'>, c: Call, clientId: string): Promise<ClientAccess> {
  const reader = await accessToClient(db, c.get('identity'), clientId)
  requireUnlocked(reader.access)
  requireRegistered(reader.client)
  return reader
}

/** Only the owner sends, and withdraws. */
export async function authoriseSender(
  services: Pick<Services, 'db'>,
  c: Call,
  clientId: string,
): Promise<{ clientId: string; accountId: string }> {
  const { client, access } = await authoriseReader(services, c, clientId)
  requireOwner(access)
  return { clientId: client.uuid, accountId: c.get('identity').accountId }
}
