import { requireRegistered, accessToClient, requireUnlocked } from '#server/access/access-level.ts'
import { createAuditViewAs } from '#server/access-log/view-as.ts'
import type { Call, Services } from '#server/context.ts'

/** Authorises reading a client's records and answers the client's id as stored. */
export type AuthoriseClient = (c: Call, clientId: string) => Promise<string>

export function createAuthoriseClient(services: Services): AuthoriseClient {
  const auditViewAs = createAuditViewAs(services)
  return async (c, clientId) => {
    const { client, access } = await accessToClient(services.db, c.get('identity'), clientId)
    requireUnlocked(access)
    requireRegistered(client)
    if (access.side === 'staff') await auditViewAs(c.get('identity'), client)
    return client.uuid
  }
}
