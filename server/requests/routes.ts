import type { Hono } from 'hono'
import type { KeyScope } from '#contract/imports.ts'
import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import {
  newRequestSchema,
  practiceRequestSchema,
  requestAnswerSchema,
  requestCountSchema,
  requestSchema,
  requestSettingsSchema,
} from '#contract/schemas/request.ts'
import { type ClientAccess, accessToPractice, requireStaff } from '#server/access/access-level.ts'
import type { Call, Env, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { requireKey, requireOpen } from '#server/import-jobs/keys.ts'
import { markSingleRead, markRead } from '#server/access-log/reads.ts'
import { removeQueuedFiles } from '#server/expiry/records.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { choice, paging, required, search, sort, uuidOf, whole } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { answerRequest, seeRequest, withdrawRequest } from './change.ts'
import { createPhotoUrls } from './photo-urls.ts'
import {
  requestCountOf,
  requestOfClient,
  requestOfPractice,
  requestPage,
  requestsAfter,
  requestsOfClient,
} from './queries.ts'
import { removePhoto } from './remove-photos.ts'
import { sendRequest } from './send.ts'
import { changeRequestSettings, requestSettingsShown, termsOf } from './settings.ts'

export const requestOperations = operations('Client data', {
  listRequests: get('/clients/:clientId/requests', 'record reader', {
    summary: 'List the requests of the owner, newest first; other owners of the client have their own',
    query: { sort, ...paging },
    response: pageOf(requestSchema),
  }),
  getRequest: get('/clients/:clientId/requests/:requestId', 'record reader', {
    summary: 'Get a request of the owner',
    response: requestSchema,
  }),
  sendRequest: post('/clients/:clientId/requests', 'client owner', {
    summary: 'Send a request to the practice; idempotent by its uuid',
    description: 'The status is 200 for a request that was sent before. An account may send 20 in 24 hours.',
    body: newRequestSchema,
    response: requestSchema,
    status: [200, 201],
    problems: ['request-not-taken'],
  }),
  removeRequestPhoto: remove('/clients/:clientId/request-photos/:photoId', 'client owner', {
    summary: 'Remove a photo, until the practice has seen its request',
  }),
  withdrawRequest: post('/clients/:clientId/requests/:requestId/withdrawal', 'client owner', {
    summary: 'Withdraw an unanswered request',
    response: requestSchema,
    problems: ['request-closed'],
  }),
})

const after = whole(
  0,
  Number.MAX_SAFE_INTEGER,
  'Required by a key, and only then: greater numbers than this, 200 at most.',
)
const STATE_FILTERS = [...REQUEST_STATES, 'waiting'] as const

export const practiceRequestOperations = operations('Practice', {
  listPracticeRequests: get('/practice/:practiceId/requests', 'import key or account', {
    summary: 'List the requests of owners, newest first; with a key, those changed since a number',
    query: {
      after,
      state: choice(STATE_FILTERS, 'waiting: sent or seen. Absent: all.'),
      kind: choice(REQUEST_KINDS, 'Of this kind only.'),
      patient: uuidOf('Of this animal only.'),
      client: uuidOf('Of this client only.'),
      q: search('Part of the client, the animal, the text or a product; case and diacritics do not matter.'),
      sort,
      ...paging,
    },
    scope: 'requests:read',
    response: pageOf(practiceRequestSchema),
    problems: ['forbidden', 'practice-locked'],
  }),
  getPracticeRequest: get('/practice/:practiceId/requests/:requestId', 'staff', {
    summary: 'Get a request of an owner',
    response: practiceRequestSchema,
  }),
  seeRequest: post('/practice/:practiceId/requests/:requestId/seen', 'staff', {
    summary: 'Mark a request as seen',
    response: practiceRequestSchema,
  }),
  answerRequest: post('/practice/:practiceId/requests/:requestId/answer', 'import key or account', {
    summary:
      'Answer or decline a request; the same answer again changes nothing, another one is refused and names the first',
    scope: 'requests:answer',
    body: requestAnswerSchema,
    response: practiceRequestSchema,
    problems: ['forbidden', 'practice-locked', 'request-closed'],
  }),
  getRequestCount: get('/practice/:practiceId/request-count', 'staff', {
    summary: 'Count waiting requests',
    response: requestCountSchema,
  }),
  getRequestSettings: get('/practice/:practiceId/request-settings', 'practice member', {
    summary:
      'Get the request settings of the practice; clients get only kinds, hours, answerWithinDays and productsNotRepeated',
    response: requestSettingsSchema,
  }),
  changeRequestSettings: put('/practice/:practiceId/request-settings', 'admin', {
    summary: 'Set the request settings of the practice; without a kind it takes no requests',
    body: requestSettingsSchema,
    settings: true,
    response: requestSettingsSchema,
  }),
})

export function requestRoutes(services: Services): Hono<Env> {
  return ownerRoutes(services).route('/', practiceRoutes(services))
}

/**
 * Routes of the requests of a client. Only the account that sent a request sees it, not a later account of the
 * client.
 */
function ownerRoutes(services: Services): Hono<Env> {
  const { db, background } = services
  const { urlsFor } = createPhotoUrls(services)
  const showing = ({ c, by, now }: { c: Call; by: Identity; now: Date }) => ({
    urlOf: urlsFor(c),
    now,
    language: by.language,
  })

  /** Staff who view the portal as a client see the same requests as its owner. */
  const readerOf = ({ by, client, access }: ClientAccess & { by: Identity }) => ({
    clientId: client.uuid,
    accountId: access.side === 'owner' ? by.accountId : (client.account_id ?? ''),
  })

  return routes(services)
    .on(requestOperations.listRequests, (call) =>
      requestsOfClient(db, { ...readerOf(call), ...call.query }, showing(call)),
    )

    .on(requestOperations.getRequest, (call) =>
      requestOfClient(db, { ...readerOf(call), requestId: call.requestId }, showing(call)),
    )

    .on(requestOperations.sendRequest, async (call) => {
      const { c, clientId, accountId, now, body: request } = call
      const sender = { clientId, accountId }
      const { isNew } = await inTransaction(db, (trx) => sendRequest(trx, { ...sender, request, now }))
      const sent = await requestOfClient(db, { ...sender, requestId: request.uuid }, showing(call))
      return c.json(sent, isNew ? 201 : 200)
    })

    .on(requestOperations.removeRequestPhoto, async ({ clientId, accountId, photoId, now }) => {
      const photo = { clientId, accountId, photoId: photoId.toLowerCase(), now }
      await inTransaction(db, (trx) => removePhoto(trx, photo))
      background.run('removed-files', () => removeQueuedFiles(services))
    })

    .on(requestOperations.withdrawRequest, async (call) => {
      const { clientId, accountId, requestId, now } = call
      const ids = { clientId, accountId, requestId }
      await inTransaction(db, (trx) => withdrawRequest(trx, { ...ids, now }))
      return await requestOfClient(db, ids, showing(call))
    }).app
}

function practiceRoutes(services: Services): Hono<Env> {
  const { db, clock, recordReads } = services
  const { urlsFor } = createPhotoUrls(services)
  const showing = (c: Call, by: Identity) => ({ urlOf: urlsFor(c), now: clock(), language: by.language })

  const shown = async (c: Call, by: Identity, request: { practiceId: string; requestId: string }) => {
    const found = await requestOfPractice(db, request, showing(c, by))
    markRead(by, [found.clientUuid])
    return found
  }

  /** Authorises the practice's own system, which reads and answers requests by a key. */
  const authoriseSystem = async (c: Call, practiceId: string, { scope }: { scope: KeyScope }) => {
    const key = await requireKey(db, c, { practiceId, scope, now: clock() })
    await requireOpen(db, practiceId)
    return { key, showing: { urlOf: urlsFor(c, { keyId: key.id }), now: clock() } }
  }

  return routes(services)
    .on(practiceRequestOperations.listPracticeRequests, async (call) => {
      const { c, by, practiceId } = call
      if (!by) {
        const { key, showing } = await authoriseSystem(c, practiceId, practiceRequestOperations.listPracticeRequests)
        const found = await requestsAfter(db, { practiceId, after: required(after).read(c, 'after') }, showing)
        // The system stores every request that it reads, so the response counts as a read of each client.
        await recordReads({ keyName: key.name }, new Map(found.content.map(({ clientUuid }) => [clientUuid, 'read'])))
        return found
      }
      requireStaff(await accessToPractice(db, by, practiceId))
      const { patient: patientId, client: clientId, ...query } = call.query
      const found = await requestPage(db, { practiceId, patientId, clientId, ...query }, showing(c, by))
      // A filter by kind or state is no search for a client, so it records no read.
      if (clientId !== undefined || patientId !== undefined || query.q !== '')
        markSingleRead(
          by,
          found.content.map(({ clientUuid }) => clientUuid),
        )
      return found
    })

    .on(practiceRequestOperations.getPracticeRequest, ({ c, by, practiceId, requestId }) =>
      shown(c, by, { practiceId, requestId }),
    )

    .on(practiceRequestOperations.seeRequest, async ({ c, by, practiceId, requestId, now }) => {
      await inTransaction(db, (trx) => seeRequest(trx, { practiceId, requestId, now }))
      return await shown(c, by, { practiceId, requestId })
    })

    .on(practiceRequestOperations.answerRequest, async (call) => {
      const { c, by, practiceId, requestId, now } = call
      const request = { practiceId, requestId }
      if (!by) {
        const { key, showing } = await authoriseSystem(c, practiceId, practiceRequestOperations.answerRequest)
        const answer = call.body
        await inTransaction(db, (trx) => answerRequest(trx, { ...request, ...answer, key: key.name, now }))
        sendNotices(services)
        return await requestOfPractice(db, request, showing)
      }
      requireStaff(await accessToPractice(db, by, practiceId))
      const answer = call.body
      await inTransaction(db, (trx) => answerRequest(trx, { ...request, ...answer, by, now }))
      sendNotices(services)
      return await shown(c, by, request)
    })

    .on(practiceRequestOperations.getRequestCount, ({ practiceId, now }) => requestCountOf(db, practiceId, now))

    .on(practiceRequestOperations.getRequestSettings, async ({ practiceId, access }) => {
      const settings = await requestSettingsShown(db, practiceId)
      return access.side === 'owner' ? termsOf(settings) : settings
    })

    .on(practiceRequestOperations.changeRequestSettings, async ({ by, practiceId, now, body: settings }) => {
      const change = { practiceId, settings, by, now }
      const changed = await inTransaction(db, (trx) => changeRequestSettings(trx, change))
      sendNotices(services)
      return changed
    }).app
}
