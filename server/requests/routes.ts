import type { Hono } from 'hono'
import type { OwnerMessage } from '#contract/schemas/request.ts'
import type { KeyScope } from '#contract/imports.ts'
import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import {
  endRequestSchema,
  lastMessageSchema,
  newRequestSchema,
  ownRequestCountSchema,
  ownerMessageSchema,
  practiceMessageSchema,
  practiceRequestSchema,
  requestAnswerSchema,
  requestCountSchema,
  requestSchema,
  requestSettingsSchema,
} from '#contract/schemas/request.ts'
import { type ClientAccess, shownAccountOf } from '#server/access/access-level.ts'
import type { Call, Env, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { authoriseStaffOrSystem } from '#server/import-jobs/keys.ts'
import { markSingleRead, markRead, readsOf } from '#server/access-log/reads.ts'
import { removeQueuedFiles } from '#server/expiry/records.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { choice, paging, patientId, practiceList, readAfter, search, sort } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { answerRequest, endRequest, readMessages, seeRequest, withdrawRequest, writeAsOwner } from './change.ts'
import { createPhotoUrls } from './photo-urls.ts'
import {
  ownRequestCountOf,
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
  getOwnRequestCount: get('/clients/:clientId/request-count', 'record reader', {
    summary: 'Count the requests of the owner that wait for the owner or have an unread answer',
    response: ownRequestCountSchema,
  }),
  writeMessage: post('/clients/:clientId/requests/:requestId/messages', 'client owner', {
    summary: 'Write a message in an open request; idempotent by its uuid',
    description: 'The status is 200 for a message that was sent before. An account may write 100 in 24 hours.',
    body: ownerMessageSchema,
    response: requestSchema,
    status: [200, 201],
    problems: ['conflict', 'request-closed'],
  }),
  reopenRequest: post('/clients/:clientId/requests/:requestId/reopen', 'client owner', {
    summary: 'Reopen a request with a message, within seven days after the practice has ended it',
    description: 'In an open request, the message is written without reopening.',
    body: ownerMessageSchema,
    response: requestSchema,
    status: [200, 201],
    problems: ['conflict', 'request-closed', 'request-not-taken'],
  }),
  readMessages: post('/clients/:clientId/requests/:requestId/read', 'client owner', {
    summary: 'Mark the messages of the practice as read, up to the named last one',
    body: lastMessageSchema,
    response: requestSchema,
  }),
  withdrawRequest: post('/clients/:clientId/requests/:requestId/withdrawal', 'client owner', {
    summary: 'Withdraw an open request',
    response: requestSchema,
    problems: ['request-closed'],
  }),
})

const STATE_FILTERS = [...REQUEST_STATES, 'waiting'] as const

export const practiceRequestOperations = operations('Practice', {
  listPracticeRequests: get('/practice/:practiceId/requests', 'import key or account', {
    summary: 'List the requests of owners, newest first; with a key, those changed since a number',
    query: {
      state: choice(STATE_FILTERS, 'waiting: sent or seen. Absent: all.'),
      kind: choice(REQUEST_KINDS, 'Of this kind only.'),
      patient: patientId,
      q: search('Part of the client, the animal, the text or a product; case and diacritics do not matter.'),
      ...practiceList,
    },
    scope: 'requests:read',
    response: pageOf(practiceRequestSchema),
    problems: ['practice-locked'],
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
    problems: ['practice-locked', 'request-closed'],
  }),
  writePracticeMessage: post('/practice/:practiceId/requests/:requestId/messages', 'import key or account', {
    summary: 'Write a message in an open request: ask back, reply, answer or decline; idempotent by its uuid',
    description:
      'The status is 200 for a message that was sent before. The problem `conflict` means another message with the uuid, or a later one than `lastUuid`.',
    scope: 'requests:answer',
    body: practiceMessageSchema,
    response: practiceRequestSchema,
    status: [200, 201],
    problems: ['practice-locked', 'conflict', 'request-closed'],
  }),
  endRequest: post('/practice/:practiceId/requests/:requestId/end', 'import key or account', {
    summary: 'End a request in which the practice has written, without a further message',
    scope: 'requests:answer',
    body: endRequestSchema,
    response: practiceRequestSchema,
    problems: ['practice-locked', 'conflict', 'request-closed'],
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

interface Changing {
  c: Call
  by: Identity | undefined
  practiceId: string
  requestId: string
  now: Date
}

interface Writing {
  c: Call
  by: Identity
  clientId: string
  accountId: string
  requestId: string
  body: OwnerMessage
  now: Date
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
  const withMessages = (call: { c: Call; by: Identity; now: Date }) => ({ ...showing(call), withMessages: true })

  const readerOf = (call: ClientAccess & { by: Identity }) => ({
    clientId: call.client.uuid,
    accountId: shownAccountOf(call),
  })

  async function write(call: Writing, { reopens }: { reopens: boolean }) {
    const { c, clientId, accountId, requestId, body: message, now } = call
    const ids = { clientId, accountId, requestId }
    const { isNew } = await inTransaction(db, (trx) => writeAsOwner(trx, { ...ids, message, reopens, now }))
    return c.json(await requestOfClient(db, ids, withMessages(call)), isNew ? 201 : 200)
  }

  return routes(services)
    .on(requestOperations.listRequests, (call) =>
      requestsOfClient(db, { ...readerOf(call), ...call.query }, showing(call)),
    )

    .on(requestOperations.getRequest, (call) =>
      requestOfClient(db, { ...readerOf(call), requestId: call.requestId }, withMessages(call)),
    )

    .on(requestOperations.getOwnRequestCount, async (call) => ({
      waiting: await ownRequestCountOf(db, readerOf(call)),
    }))

    .on(requestOperations.writeMessage, (call) => write(call, { reopens: false }))

    .on(requestOperations.reopenRequest, (call) => write(call, { reopens: true }))

    .on(requestOperations.readMessages, async (call) => {
      const { clientId, accountId, requestId, body } = call
      const ids = { clientId, accountId, requestId }
      await inTransaction(db, (trx) => readMessages(trx, { ...ids, ...body }))
      return await requestOfClient(db, ids, withMessages(call))
    })

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
      return await requestOfClient(db, ids, withMessages(call))
    }).app
}

function practiceRoutes(services: Services): Hono<Env> {
  const { db, clock, recordReads } = services
  const { urlsFor } = createPhotoUrls(services)
  const showing = (c: Call, by: Identity) => ({ urlOf: urlsFor(c), now: clock(), language: by.language })

  const shown = async (c: Call, by: Identity, request: { practiceId: string; requestId: string }) => {
    const found = await requestOfPractice(db, request, { ...showing(c, by), withMessages: true })
    markRead(by, [found.clientUuid])
    return found
  }

  const toSystem = (c: Call, keyId: string) => ({ urlOf: urlsFor(c, { keyId }), now: clock(), withMessages: true })

  /** Authorises a member of staff or the practice's own system, and returns who acts and the response to both. */
  async function authoriseChange(call: Changing, operation: { scope: KeyScope }) {
    const { c, practiceId, requestId, now } = call
    const request = { practiceId, requestId }
    const { by, key } = await authoriseStaffOrSystem(db, call, operation)
    if (by) return { acting: { ...request, by, now }, respond: () => shown(c, by, request) }
    const showing = toSystem(c, key.id)
    const acting = { ...request, key: key.name, keyId: key.id, now }
    return { acting, respond: () => requestOfPractice(db, request, showing) }
  }

  return routes(services)
    .on(practiceRequestOperations.listPracticeRequests, async (call) => {
      const { c, practiceId } = call
      const { by, key } = await authoriseStaffOrSystem(db, call, practiceRequestOperations.listPracticeRequests)
      if (key) {
        const found = await requestsAfter(db, { practiceId, after: readAfter(c) }, toSystem(c, key.id))
        await recordReads({ keyName: key.name }, readsOf(found.content))
        return found
      }
      const { patient: patientId, client: clientId, ...query } = call.query
      const found = await requestPage(db, { practiceId, patientId, clientId, ...query }, showing(c, by))
      // A filter by kind or state is no search for a client, so it records no read.
      if (clientId !== undefined || patientId !== undefined || query.q !== '') markSingleRead(by, found.content)
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
      const { acting, respond } = await authoriseChange(call, practiceRequestOperations.answerRequest)
      await inTransaction(db, (trx) => answerRequest(trx, { ...call.body, ...acting }))
      sendNotices(services)
      return await respond()
    })

    .on(practiceRequestOperations.writePracticeMessage, async (call) => {
      const { acting, respond } = await authoriseChange(call, practiceRequestOperations.writePracticeMessage)
      const { isNew } = await inTransaction(db, (trx) => answerRequest(trx, { ...call.body, ...acting }))
      sendNotices(services)
      return call.c.json(await respond(), isNew ? 201 : 200)
    })

    .on(practiceRequestOperations.endRequest, async (call) => {
      const { acting, respond } = await authoriseChange(call, practiceRequestOperations.endRequest)
      await inTransaction(db, (trx) => endRequest(trx, { ...call.body, ...acting }))
      sendNotices(services)
      return await respond()
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
