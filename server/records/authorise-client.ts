import { registeredOnly, standingAtClient, unlockedOnly } from '#server/access/access-level.ts'
import { createViewed } from '#server/audit/view-as.ts'
import type { Call, Services } from '#server/context.ts'

/** Answers the id of the client whose papers a call may read, as the database has it. */
export type Readable = (c: Call, clientId: string) => Promise<string>

export function createReadable(services: Services): Readable {
  const viewed = createViewed(services)
  return async (c, clientId) => {
    const { client, standing } = await standingAtClient(services.db, c.get('identity'), clientId)
    unlockedOnly(standing)
    registeredOnly(client)
    if (standing.side === 'staff') await viewed(c.get('identity'), client)
    return client.uuid
  }
}
