import type { Hono } from 'hono'
import { ESTIMATE_STATES } from '#contract/estimate-states.ts'
import type { KeyScope } from '#contract/imports.ts'
import {
  estimateAnswerBodySchema,
  estimateBodySchema,
  estimateSchema,
  estimateSettingsSchema,
  practiceEstimateSchema,
  shownEstimateSettingsSchema,
} from '#contract/schemas/estimate.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { urlSchema } from '#contract/schemas/session.ts'
import { markRead, markSingleRead, readsOf } from '#server/access-log/reads.ts'
import type { Call, Env, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { isUuid } from '#contract/text.ts'
import { authoriseStaffOrSystem } from '#server/import-jobs/keys.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import {
  choice,
  id,
  paging,
  patientId,
  practiceList,
  readAfter,
  search as searchText,
  sort,
} from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { answerEstimate } from './answer.ts'
import { createEstimateUrls } from './file.ts'
import type { Change } from './follow.ts'
import { estimateOfClient, estimateOfPractice, estimatePage, estimatesAfter, estimatesOfClient } from './queries.ts'
import { changeEstimateSettings, settingsShown, termsOf } from './settings.ts'
import { putEstimate, withdrawEstimate } from './write.ts'

const state = choice(ESTIMATE_STATES, 'In this state only. Absent: all.')
const contentHash = id('contentHash of an answer, for its stored PDF. Absent: the present content.')

export const estimateOperations = operations('Client data', {
  listEstimates: get('/clients/:clientId/estimates', 'record reader', {
    summary: 'List the estimates of a client, open ones first and then newest first',
    query: { state, sort, ...paging },
    response: pageOf(estimateSchema),
  }),
  getEstimate: get('/clients/:clientId/estimates/:estimateId', 'record reader', {
    summary: 'Get an estimate, with the terms of the practice',
    response: estimateSchema,
  }),
  getEstimateFile: get('/clients/:clientId/estimates/:estimateId/file', 'record reader', {
    summary: 'Get the URL of the PDF of an estimate, valid for ten minutes without a token',
    query: { contentHash },
    response: urlSchema,
  }),
  answerEstimate: post('/clients/:clientId/estimates/:estimateId/answer', 'client owner', {
    summary: 'Accept or decline an estimate; the same answer again changes nothing',
    description: 'The answer is bound to `contentHash`. A later change of the content makes it void.',
    body: estimateAnswerBodySchema,
    response: estimateSchema,
    problems: ['estimate-changed', 'estimate-closed'],
  }),
})

const q = searchText('Part of the name or contact details of the client; case and diacritics do not matter.')

export const practiceEstimateOperations = operations('Practice', {
  listPracticeEstimates: get('/practice/:practiceId/estimates', 'import key or account', {
    summary: 'List the estimates of a practice, newest first; with a key, those changed since a number',
    query: { state, patient: patientId, q, ...practiceList },
    scope: 'estimates:read',
    response: pageOf(practiceEstimateSchema),
    problems: ['practice-locked'],
  }),
  getPracticeEstimate: get('/practice/:practiceId/estimates/:estimateId', 'import key or account', {
    summary: 'Get an estimate of a practice',
    scope: 'estimates:read',
    response: practiceEstimateSchema,
    problems: ['practice-locked'],
  }),
  getPracticeEstimateFile: get('/practice/:practiceId/estimates/:estimateId/file', 'import key or account', {
    summary: 'Get the URL of the PDF of an estimate, valid for ten minutes without a token',
    query: { contentHash },
    scope: 'estimates:read',
    response: urlSchema,
    problems: ['practice-locked'],
  }),
  putEstimate: put('/practice/:practiceId/estimates/:estimateId', 'import key or account', {
    summary: 'Create or change an estimate; the same content again changes nothing',
    description: 'The sender chooses the UUID. The status is 201 for a new estimate, and 200 for one that exists.',
    scope: 'estimates:write',
    body: estimateBodySchema,
    response: practiceEstimateSchema,
    status: [200, 201],
    problems: ['practice-locked', 'conflict', 'estimate-of-system'],
  }),
  withdrawEstimate: post('/practice/:practiceId/estimates/:estimateId/withdrawal', 'import key or account', {
    summary: 'Withdraw an estimate; repeating the call changes nothing',
    scope: 'estimates:write',
    response: practiceEstimateSchema,
    problems: ['practice-locked', 'estimate-of-system'],
  }),
  reopenEstimate: remove('/practice/:practiceId/estimates/:estimateId/withdrawal', 'import key or account', {
    summary: 'Undo the withdrawal of an estimate',
    scope: 'estimates:write',
    response: practiceEstimateSchema,
    problems: ['practice-locked', 'estimate-of-system'],
  }),
  getEstimateSettings: get('/practice/:practiceId/estimate-settings', 'staff', {
    summary: 'Get the sentences that owners read with each estimate',
    response: shownEstimateSettingsSchema,
  }),
  changeEstimateSettings: put('/practice/:practiceId/estimate-settings', 'admin', {
    summary: 'Set the sentences that owners read with each estimate',
    body: estimateSettingsSchema,
    settings: true,
    response: shownEstimateSettingsSchema,
  }),
})

export const estimateRoutes = (services: Services): Hono<Env> =>
  ownerRoutes(services).route('/', practiceRoutes(services))

function ownerRoutes(services: Services): Hono<Env> {
  const { db } = services
  const urls = createEstimateUrls(services)
  const shown = async ({
    clientId,
    estimateId,
    client,
    by,
    now,
  }: {
    clientId: string
    estimateId: string
    client: { practice_id: string }
    by: Identity
    now: Date
  }) => {
    const { language } = by
    const estimate = await estimateOfClient(db, { clientId, estimateId }, { now, language })
    return { ...estimate, terms: await termsOf(db, client.practice_id, language) }
  }

  return routes(services)
    .on(estimateOperations.listEstimates, ({ clientId, by, now, query }) =>
      estimatesOfClient(db, { clientId, ...query }, { now, language: by.language }),
    )

    .on(estimateOperations.getEstimate, shown)

    .on(estimateOperations.getEstimateFile, async ({ c, clientId, estimateId, by, now, query }) => {
      const { uuid } = await estimateOfClient(db, { clientId, estimateId }, { now })
      return await urls.urlOf(c, { estimateId: uuid, reader: { accountId: by.accountId }, ...query })
    })

    .on(estimateOperations.answerEstimate, async (call) => {
      const { clientId, accountId, estimateId, now, body } = call
      await answerEstimate(services, { clientId, accountId, estimateId, body, now })
      sendNotices(services)
      return await shown(call)
    }).app
}

interface PracticeCall {
  c: Call
  by: Identity | undefined
  practiceId: string
  now: Date
}

function practiceRoutes(services: Services): Hono<Env> {
  const { db, recordReads } = services
  const urls = createEstimateUrls(services)

  /** Authorises staff, or the system of the practice by its key. */
  const authorise = async (call: PracticeCall, operation: { scope: KeyScope }) => {
    const reader = await authoriseStaffOrSystem(db, call, operation)
    return { ...reader, reading: { now: call.now, ...(reader.by && { language: reader.by.language }) } }
  }

  type Authorised = Awaited<ReturnType<typeof authorise>>

  const shown = async ({ by, key, reading }: Authorised, ids: { practiceId: string; estimateId: string }) => {
    const estimate = await estimateOfPractice(db, ids, reading)
    if (by) markRead(by, [estimate.clientUuid])
    else await recordReads({ keyName: key.name }, readsOf([estimate]))
    const { language } = by ?? {}
    return { ...estimate, ...(language && { terms: await termsOf(db, ids.practiceId, language) }) }
  }

  const changeOf = ({ by, key, reading }: Authorised): Change => ({ by, key: key?.name, now: reading.now })

  return routes(services)
    .on(practiceEstimateOperations.listPracticeEstimates, async (call) => {
      const { c, practiceId } = call
      const { by, key, reading } = await authorise(call, practiceEstimateOperations.listPracticeEstimates)
      const { state, client: clientId, patient, q: words, sort, page, size } = call.query
      if (!by) {
        const search = { practiceId, state, after: readAfter(c) }
        const found = await estimatesAfter(db, search, reading)
        await recordReads({ keyName: key.name }, readsOf(found.content))
        return found
      }
      const search = { practiceId, state, clientId, patientId: patient, q: words, sort, page, size }
      const found = await estimatePage(db, search, reading)
      if (clientId !== undefined || patient !== undefined) markSingleRead(by, found.content)
      return found
    })

    .on(practiceEstimateOperations.getPracticeEstimate, async (call) => {
      const { practiceId, estimateId } = call
      const reader = await authorise(call, practiceEstimateOperations.getPracticeEstimate)
      return await shown(reader, { practiceId, estimateId })
    })

    .on(practiceEstimateOperations.getPracticeEstimateFile, async (call) => {
      const { c, practiceId, estimateId } = call
      const reader = await authorise(call, practiceEstimateOperations.getPracticeEstimateFile)
      const { uuid } = await shown(reader, { practiceId, estimateId })
      const { by, key } = reader
      const grantee = by ? { accountId: by.accountId } : { keyId: key.id }
      return await urls.urlOf(c, { estimateId: uuid, reader: grantee, ...call.query })
    })

    .on(practiceEstimateOperations.putEstimate, async (call) => {
      const { c, practiceId, estimateId } = call
      const writer = await authorise(call, practiceEstimateOperations.putEstimate)
      const estimate = call.body
      // Other than a path that is read, this id is stored.
      if (!isUuid(estimateId)) throw new ProblemError('not-found')
      const change = { practiceId, estimateId, estimate, ...changeOf(writer) }
      const { isNew } = await inTransaction(db, (trx) => putEstimate(trx, change))
      sendNotices(services)
      return c.json(await shown(writer, { practiceId, estimateId }), isNew ? 201 : 200)
    })

    .on(practiceEstimateOperations.withdrawEstimate, (call) => withdraw(call, true))
    .on(practiceEstimateOperations.reopenEstimate, (call) => withdraw(call, false))

    .on(practiceEstimateOperations.getEstimateSettings, ({ practiceId, by }) =>
      settingsShown(db, practiceId, by.language),
    )

    .on(practiceEstimateOperations.changeEstimateSettings, async ({ by, practiceId, now, body: settings }) => {
      await inTransaction(db, (trx) => changeEstimateSettings(trx, { practiceId, settings, by, now }))
      return await settingsShown(db, practiceId, by.language)
    }).app

  async function withdraw(call: PracticeCall & { estimateId: string }, withdrawn: boolean) {
    const { practiceId, estimateId } = call
    const writer = await authorise(call, practiceEstimateOperations.withdrawEstimate)
    const ids = { practiceId, estimateId }
    await inTransaction(db, (trx) => withdrawEstimate(trx, { ...ids, withdrawn, ...changeOf(writer) }))
    sendNotices(services)
    return await shown(writer, ids)
  }
}
