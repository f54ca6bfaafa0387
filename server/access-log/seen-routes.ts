import { Hono } from 'hono'
import { accessToClient, requireAdmin, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { readPaging, readPeriod } from '#server/http/paging.ts'
import { pageOf, seenByName, seenByRole } from './seen.ts'

/** Who has seen a client: with names for clinic admins, and by their role for its owner. */
export function seenRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  return new Hono<Env>().get('/clients/:clientId/seen', signedIn, async (c) => {
    const { client, access } = await accessToClient(db, c.get('identity'), c.req.param('clientId'))
    const search = { practiceId: client.practice_id, clientId: client.uuid, ...readPeriod(c), now: clock() }
    if (access.side === 'staff') {
      requireAdmin(access)
      return c.json(pageOf(await seenByName(db, search), readPaging(c)))
    }
    requireUnlocked(access)
    requireRegistered(client)
    return c.json(pageOf(await seenByRole(db, search), readPaging(c)))
  })
}
