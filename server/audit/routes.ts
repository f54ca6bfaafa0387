import { Hono } from 'hono'
import { requireAdmin, accessToPractice } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { readPaging } from '#server/http/paging.ts'
import { auditPage } from './queries.ts'

export function auditRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  return new Hono<Env>().get('/practice/:practiceId/audit', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    const identity = c.get('identity')
    requireAdmin(await accessToPractice(db, identity, practiceId), identity)
    return c.json(await auditPage(db, { practiceId, now: clock(), ...readPaging(c) }))
  })
}
