import { Hono } from 'hono'
import { requestAnswerSchema } from '#contract/schemas/request.ts'
import { isBearer } from '#server/access/rules.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireKey, requireOpen } from '#server/feed/keys.ts'
import { readCount } from '#server/http/paging.ts'
import { validBody } from '#server/http/validate.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { answerRequest } from './change.ts'
import { createPhotoUrls } from './photo-urls.ts'
import { requestOfPractice, requestsAfter } from './queries.ts'

/** For the practice's own system, by a key: it reads the requests and answers them. Calls of staff go on to the next routes. */
export function systemRoutes(services: Services): Hono<Env> {
  const { db, clock, recordReads } = services
  const { urlsFor } = createPhotoUrls(services)

  const authorise = async (c: Call, practiceId: string) => {
    const key = await requireKey(db, c, { practiceId, purpose: 'requests', now: clock() })
    await requireOpen(db, practiceId)
    return { key, showing: { urlOf: urlsFor(c, { keyId: key.id }), now: clock() } }
  }

  return new Hono<Env>()
    .get('/practice/:practiceId/requests', async (c, next) => {
      if (!isBearer(c)) return await next()
      const practiceId = c.req.param('practiceId')
      const { key, showing } = await authorise(c, practiceId)
      const found = await requestsAfter(db, { practiceId, after: readCount(c, 'after', 0) }, showing)
      // The system keeps every request that it reads, so that this is a read of each client.
      await recordReads({ keyName: key.name }, new Map(found.content.map(({ clientUuid }) => [clientUuid, 'read'])))
      return c.json(found)
    })

    .post('/practice/:practiceId/requests/:requestId/answer', async (c, next) => {
      if (!isBearer(c)) return await next()
      const { practiceId, requestId } = c.req.param()
      const { key, showing } = await authorise(c, practiceId)
      const answer = await validBody(c, requestAnswerSchema)
      const request = { practiceId, requestId }
      await inTransaction(db, (trx) => answerRequest(trx, { ...request, ...answer, key: key.name, now: clock() }))
      sendNotices(services)
      return c.json(await requestOfPractice(db, request, showing))
    })
}
