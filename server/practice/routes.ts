import { Hono } from 'hono'
import { standingAtPractice, unlockedOnly } from '#server/access.ts'
import type { Env, Services } from '#server/http/context.ts'
import { practiceById } from './queries.ts'

export function practiceRoutes({ db, signedIn }: Services): Hono<Env> {
  return new Hono<Env>().get('/practice/:practiceId', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    const standing = await standingAtPractice(db, c.get('identity'), practiceId)
    unlockedOnly(standing)
    return c.json(await practiceById(db, practiceId, standing.side))
  })
}
