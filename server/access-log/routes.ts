import { Hono } from 'hono'
import { AUDIT_ACTIONS } from '#contract/access-log.ts'
import { requireAdmin, accessToPractice } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { readChoice, readFlag, readMoment, readOptionalId, readPaging, readSearch } from '#server/http/paging.ts'
import { auditPage, auditPeople } from './queries.ts'

export function auditRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  async function practiceOf(c: Call, practiceId: string): Promise<{ practiceId: string; now: Date }> {
    requireAdmin(await accessToPractice(db, c.get('identity'), practiceId))
    return { practiceId, now: clock() }
  }

  return new Hono<Env>()
    .get('/practice/:practiceId/audit', signedIn, async (c) => {
      const practice = await practiceOf(c, c.req.param('practiceId'))
      const search = {
        search: readSearch(c, 'search'),
        accountId: readOptionalId(c, 'accountId'),
        action: readChoice(c, 'action', AUDIT_ACTIONS),
        from: readMoment(c, 'from'),
        until: readMoment(c, 'until'),
        runs: readFlag(c, 'runs'),
        ...readPaging(c),
      }
      return c.json(await auditPage(db, { ...practice, ...search }))
    })

    .get('/practice/:practiceId/audit/people', signedIn, async (c) =>
      c.json(await auditPeople(db, await practiceOf(c, c.req.param('practiceId')))),
    )
}
