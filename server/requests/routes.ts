import { Hono } from 'hono'
import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { newRequestSchema, requestAnswerSchema, requestSettingsSchema } from '#contract/schemas/request.ts'
import { accessToPractice, requireAdmin, requireStaff, requireUnlocked } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { markOnly, markRead } from '#server/access-log/reads.ts'
import { removeQueuedFiles } from '#server/expiry/removed-files.ts'
import { readChoice, readPaging, readSearch, readSort, readUuid } from '#server/http/paging.ts'
import { validBody, validSettings } from '#server/http/validate.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { answerRequest, seeRequest, withdrawRequest } from './change.ts'
import { authoriseReader, authoriseSender } from './owner.ts'
import { createPhotoUrls } from './photo-urls.ts'
import { requestCountOf, requestOfClient, requestOfPractice, requestPage, requestsOfClient } from './queries.ts'
import { removePhoto } from './remove-photos.ts'
import { sendRequest } from './send.ts'
import { changeRequestSettings, requestSettingsShown, termsOf } from './settings.ts'
import { systemRoutes } from './system-routes.ts'

const STATE_FILTERS = [...REQUEST_STATES, 'waiting'] as const

export function requestRoutes(services: Services): Hono<Env> {
  return new Hono<Env>()
    .route('/', ownerRoutes(services))
    .route('/', systemRoutes(services))
    .route('/', practiceRoutes(services))
}

/** A client's requests: of the account that sent them, and of no other that the client may have had. */
function ownerRoutes(services: Services): Hono<Env> {
  const { db, clock, signedIn, background } = services
  const { urlsFor } = createPhotoUrls(services)
  const showing = (c: Call) => ({ urlOf: urlsFor(c), now: clock(), language: c.get('identity').language })

  /** Staff who view the portal as a client see what its owner sees. */
  const readerOf = async (c: Call, clientId: string) => {
    const { client, access } = await authoriseReader(services, c, clientId)
    const by = c.get('identity')
    if (access.side === 'owner') return { clientId: client.uuid, accountId: by.accountId }
    by.reads.set(client.uuid, 'viewed-as')
    return { clientId: client.uuid, accountId: client.account_id ?? '' }
  }

  return new Hono<Env>()
    .get('/clients/:clientId/requests', signedIn, async (c) => {
      const reader = await readerOf(c, c.req.param('clientId'))
      return c.json(await requestsOfClient(db, { ...reader, sort: readSort(c), ...readPaging(c) }, showing(c)))
    })

    .get('/clients/:clientId/requests/:requestId', signedIn, async (c) => {
      const { clientId, requestId } = c.req.param()
      return c.json(await requestOfClient(db, { ...(await readerOf(c, clientId)), requestId }, showing(c)))
    })

    .post('/clients/:clientId/requests', signedIn, async (c) => {
      const sender = await authoriseSender(services, c, c.req.param('clientId'))
      const request = await validBody(c, newRequestSchema)
      const { isNew } = await inTransaction(db, (trx) => sendRequest(trx, { ...sender, request, now: clock() }))
      const sent = await requestOfClient(db, { ...sender, requestId: request.uuid }, showing(c))
      return c.json(sent, isNew ? 201 : 200)
    })

    .delete('/clients/:clientId/request-photos/:photoId', signedIn, async (c) => {
      const { clientId, photoId } = c.req.param()
      const sender = await authoriseSender(services, c, clientId)
      const photo = { ...sender, photoId: photoId.toLowerCase(), now: clock() }
      await inTransaction(db, (trx) => removePhoto(trx, photo))
      background.run('removed-files', () => removeQueuedFiles(services))
      return c.body(null, 204)
    })

    .post('/clients/:clientId/requests/:requestId/withdrawal', signedIn, async (c) => {
      const { clientId, requestId } = c.req.param()
      const whose = { ...(await authoriseSender(services, c, clientId)), requestId }
      await inTransaction(db, (trx) => withdrawRequest(trx, { ...whose, now: clock() }))
      return c.json(await requestOfClient(db, whose, showing(c)))
    })
}

function practiceRoutes(services: Services): Hono<Env> {
  const { db, clock, signedIn } = services
  const { urlsFor } = createPhotoUrls(services)
  const showing = (c: Call) => ({ urlOf: urlsFor(c), now: clock(), language: c.get('identity').language })

  const authoriseStaff = async (c: Call, practiceId: string) => {
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    return practiceId
  }

  const shown = async (c: Call, request: { practiceId: string; requestId: string }) => {
    const found = await requestOfPractice(db, request, showing(c))
    markRead(c.get('identity'), [found.clientUuid])
    return c.json(found)
  }

  return new Hono<Env>()
    .get('/practice/:practiceId/requests', signedIn, async (c) => {
      const practiceId = await authoriseStaff(c, c.req.param('practiceId'))
      const search = {
        practiceId,
        state: readChoice(c, 'state', STATE_FILTERS),
        kind: readChoice(c, 'kind', REQUEST_KINDS),
        patientId: readUuid(c, 'patient'),
        clientId: readUuid(c, 'client'),
        q: readSearch(c, 'q'),
        sort: readSort(c),
        ...readPaging(c),
      }
      const found = await requestPage(db, search, showing(c))
      const { clientId, patientId, q } = search
      // A filter by kind or state does not look for a client.
      if (clientId !== undefined || patientId !== undefined || q !== '')
        markOnly(
          c.get('identity'),
          found.content.map(({ clientUuid }) => clientUuid),
        )
      return c.json(found)
    })

    .get('/practice/:practiceId/requests/:requestId', signedIn, async (c) => {
      const practiceId = await authoriseStaff(c, c.req.param('practiceId'))
      return await shown(c, { practiceId, requestId: c.req.param('requestId') })
    })

    .post('/practice/:practiceId/requests/:requestId/seen', signedIn, async (c) => {
      const practiceId = await authoriseStaff(c, c.req.param('practiceId'))
      const request = { practiceId, requestId: c.req.param('requestId') }
      await inTransaction(db, (trx) => seeRequest(trx, { ...request, now: clock() }))
      return await shown(c, request)
    })

    .post('/practice/:practiceId/requests/:requestId/answer', signedIn, async (c) => {
      const practiceId = await authoriseStaff(c, c.req.param('practiceId'))
      const by = c.get('identity')
      const answer = await validBody(c, requestAnswerSchema)
      const request = { practiceId, requestId: c.req.param('requestId') }
      await inTransaction(db, (trx) => answerRequest(trx, { ...request, ...answer, by, now: clock() }))
      sendNotices(services)
      return await shown(c, request)
    })

    .get('/practice/:practiceId/request-count', signedIn, async (c) => {
      const practiceId = await authoriseStaff(c, c.req.param('practiceId'))
      return c.json(await requestCountOf(db, practiceId, clock()))
    })

    .get('/practice/:practiceId/request-settings', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const access = await accessToPractice(db, c.get('identity'), practiceId)
      requireUnlocked(access)
      const settings = await requestSettingsShown(db, practiceId)
      return c.json(access.side === 'owner' ? termsOf(settings) : settings)
    })

    .put('/practice/:practiceId/request-settings', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      const access = await accessToPractice(db, by, practiceId)
      requireAdmin(access)
      const settings = await validSettings(c, requestSettingsSchema)
      const change = { practiceId, settings, by, now: clock() }
      const changed = await inTransaction(db, (trx) => changeRequestSettings(trx, change))
      sendNotices(services)
      return c.json(changed)
    })
}
