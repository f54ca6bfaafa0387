import { Hono } from 'hono'
import { AUDIT_ACTIONS, LOG_KINDS } from '#contract/access-log.ts'
import {
  accessToClient,
  accessToPractice,
  requireAdmin,
  requireRegistered,
  requireUnlocked,
} from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import {
  readChoice,
  readFlag,
  readMoment,
  readOptionalId,
  readPaging,
  readPeriod,
  readSearch,
} from '#server/http/paging.ts'
import { auditPage, auditPeople } from './queries.ts'
import { pageOf, seenByName, seenByRole } from './seen.ts'

export function accessLogRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  async function practiceOf(c: Call, practiceId: string): Promise<{ practiceId: string; now: Date }> {
    requireAdmin(await accessToPractice(db, c.get('identity'), practiceId))
    return { practiceId, now: clock() }
  }

  return (
    new Hono<Env>()
      .get('/practice/:practiceId/audit', signedIn, async (c) => {
        const practice = await practiceOf(c, c.req.param('practiceId'))
        const search = {
          search: readSearch(c, 'search'),
          accountId: readOptionalId(c, 'accountId'),
          action: readChoice(c, 'action', AUDIT_ACTIONS),
          kind: readChoice(c, 'kind', LOG_KINDS),
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

      // With names for clinic admins, and by role for the owner.
      .get('/clients/:clientId/seen', signedIn, async (c) => {
        const identity = c.get('identity')
        const { client, access } = await accessToClient(db, identity, c.req.param('clientId'))
        const search = { practiceId: client.practice_id, clientId: client.uuid, ...readPeriod(c), now: clock() }
        if (access.side === 'staff') {
          requireAdmin(access)
          // The log holds none of the client's data.
          identity.reads.clear()
          return c.json(pageOf(await seenByName(db, search), readPaging(c)))
        }
        requireUnlocked(access)
        requireRegistered(client)
        return c.json(pageOf(await seenByRole(db, search), readPaging(c)))
      })
  )
}
