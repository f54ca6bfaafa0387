import { requireRegistered, accessToClient, requireUnlocked } from '#server/access/access-level.ts'
import type { Call, Services } from '#server/context.ts'

/** Authorises reading a client's records and answers the client's id as stored. */
export type AuthoriseClient = (c: Call, clientId: string) => Promise<string>

export const createAuthoriseClient =
  ({ db }: Pick<Services, 'db'>): AuthoriseClient =>
  async (c, clientId) => {
    const identity = c.get('identity')
    const { client, access } = await accessToClient(db, identity, clientId)
    requireUnlocked(access)
    requireRegistered(client)
    if (access.side === 'staff') identity.reads.set(client.uuid, 'viewed-as')
    return client.uuid
  }
