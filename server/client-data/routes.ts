import { Hono } from 'hono'
import { createViewed } from '#server/audit/viewed.ts'
import { registeredOnly, standingAtClient, unlockedOnly } from '#server/access.ts'
import type { Call, Env, Services } from '#server/http/context.ts'
import { readFlag, readPaging, readSort } from '#server/http/paging.ts'
import { patientsOf, reminderPage } from './queries.ts'

export function clientDataRoutes(services: Services): Hono<Env> {
  const { db, signedIn } = services
  const viewed = createViewed(services)

  /** The client whose papers a call may read. */
  const readable = async (c: Call, clientId: string): Promise<string> => {
    const { client, standing } = await standingAtClient(db, c.get('identity'), clientId)
    unlockedOnly(standing)
    registeredOnly(client)
    if (standing.side === 'staff') await viewed(c.get('identity'), client)
    return client.uuid
  }

  return new Hono<Env>()
    .get('/clients/:clientId/patients', signedIn, async (c) =>
      c.json(await patientsOf(db, await readable(c, c.req.param('clientId')))),
    )

    .get('/clients/:clientId/reminders', signedIn, async (c) => {
      const clientId = await readable(c, c.req.param('clientId'))
      const search = { clientId, active: readFlag(c, 'active'), sort: readSort(c), ...readPaging(c) }
      return c.json(await reminderPage(db, search))
    })
}
