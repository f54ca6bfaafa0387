import type { Hono } from 'hono'
import type { KeyScope } from '#contract/imports.ts'
import {
  type PracticeFormTask,
  formBodySchema,
  formListSchema,
  formPublicationSchema,
  formSchema,
  formSubmissionSchema,
  formTaskDetailSchema,
  formTaskSchema,
  newFormTaskSchema,
  practiceFormTaskSchema,
} from '#contract/schemas/form.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { shownAccountOf } from '#server/access/access-level.ts'
import { markRead, markSingleRead, readsOf } from '#server/access-log/reads.ts'
import { PROOF_PROBLEMS } from '#server/auth/proof.ts'
import type { Call, Env, Identity, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { authoriseStaffOrSystem } from '#server/import-jobs/keys.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { choice, paging, practiceList, readAfter, sort, uuidOf } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { createPhotoUrls } from '#server/requests/photo-urls.ts'
import { askForm, cancelForm } from './ask.ts'
import { formOfPractice, formsOf, publishForm, removeForm, saveForm } from './definitions.ts'
import { formUrls } from './file-routes.ts'
import { confirmation, submitForm, withdrawConsent } from './submit.ts'
import { type Showing, formOfClient, formOfPracticeClient, formPage, formsAfter, formsOfClient } from './tasks.ts'

export const formOperations = operations('Client data', {
  listForms: get('/clients/:clientId/forms', 'record reader', {
    summary: 'List the forms that the owner was asked to fill in, newest first',
    query: { sort, ...paging },
    response: pageOf(formTaskSchema),
  }),
  getForm: get('/clients/:clientId/forms/:taskId', 'record reader', {
    summary: 'Get a form with its fields, the known data, and the answers once it is complete',
    response: formTaskDetailSchema,
  }),
  submitForm: post('/clients/:clientId/forms/:taskId/submission', 'client owner', {
    summary: 'Complete a form; idempotent by its uuid',
    description:
      'The status is 200 for a form that the same submission completed before. A form is complete only if the version that was shown has every required answer, and a consent its signature.',
    body: formSubmissionSchema,
    response: formTaskDetailSchema,
    status: [200, 201],
    problems: ['form-incomplete', 'form-closed', 'quota-full', 'rate-limited', ...PROOF_PROBLEMS],
  }),
  withdrawConsent: post('/clients/:clientId/forms/:taskId/withdrawal', 'client owner', {
    summary: 'Withdraw a consent, until its visit is recorded',
    response: formTaskDetailSchema,
    problems: ['form-closed'],
  }),
})

const STATE_FILTERS = ['asked', 'complete', 'withdrawn', 'cancelled'] as const

export const practiceFormOperations = operations('Practice', {
  listPracticeForms: get('/practice/:practiceId/forms', 'staff', {
    summary: 'List the forms of the practice',
    response: formListSchema,
  }),
  getPracticeForm: get('/practice/:practiceId/forms/:formId', 'staff', {
    summary: 'Get a form of the practice',
    response: formSchema,
  }),
  savePracticeForm: put('/practice/:practiceId/forms/:formId', 'admin', {
    summary: 'Save the next version of a form, or a new form with an id that the sender chooses',
    body: formBodySchema,
    response: formSchema,
    problems: ['conflict'],
  }),
  publishPracticeForm: post('/practice/:practiceId/forms/:formId/publication', 'admin', {
    summary: 'Publish the saved form as its next version; without a change there is no new version',
    body: formPublicationSchema,
    response: formSchema,
    problems: ['conflict'],
  }),
  removePracticeForm: remove('/practice/:practiceId/forms/:formId', 'admin', {
    summary: 'Remove a form that no client was asked to fill in',
    problems: ['conflict'],
  }),
  askForm: post('/practice/:practiceId/form-tasks', 'import key or account', {
    summary: 'Ask a client to fill in a form; idempotent by its uuid',
    scope: 'forms:write',
    body: newFormTaskSchema,
    response: practiceFormTaskSchema,
    status: [200, 201],
    problems: ['practice-locked', 'conflict', 'rate-limited'],
  }),
  cancelForm: post('/practice/:practiceId/form-tasks/:taskId/cancellation', 'import key or account', {
    summary: 'Stop asking for a form; a repetition changes nothing',
    scope: 'forms:write',
    response: practiceFormTaskSchema,
    problems: ['practice-locked', 'form-closed'],
  }),
  listFormAnswers: get('/practice/:practiceId/form-answers', 'import key or account', {
    summary:
      'List the forms that clients were asked to fill in, newest first; with a key, those changed since a number',
    query: {
      state: choice(STATE_FILTERS, 'asked: also those that have lapsed. Absent: all.'),
      form: uuidOf('Of this form only.'),
      ...practiceList,
    },
    scope: 'forms:read',
    response: pageOf(practiceFormTaskSchema),
    problems: ['practice-locked'],
  }),
  getFormAnswer: get('/practice/:practiceId/form-answers/:taskId', 'staff', {
    summary: 'Get a form that a client was asked to fill in, with its answers',
    response: practiceFormTaskSchema,
  }),
})

export function formRoutes(services: Services): Hono<Env> {
  return ownerRoutes(services).route('/', definitionRoutes(services)).route('/', practiceRoutes(services))
}

export function createShowing(services: Services) {
  const fileUrls = formUrls(services)
  const photoUrls = createPhotoUrls(services)
  const urlsOf = (c: Call, reader: { accountId: string } | { keyId: string }) => ({
    now: services.clock(),
    fileUrl: fileUrls(c, reader),
    photoUrl: photoUrls.urlsFor(c, reader),
  })
  return {
    toStaff: (c: Call, by: Identity): Showing => ({ ...urlsOf(c, by), language: by.language }),
    toKey: (c: Call, keyId: string): Showing => urlsOf(c, { keyId }),
    /** `accountId` is the owner whose forms are shown; staff who view the portal as the client see the same. */
    toOwner: (c: Call, by: Identity, accountId: string) => ({ ...urlsOf(c, by), language: by.language, accountId }),
  }
}

function ownerRoutes(services: Services): Hono<Env> {
  const { db } = services
  const { toOwner } = createShowing(services)

  return routes(services)
    .on(formOperations.listForms, (call) => {
      const { c, by, clientId, query } = call
      return formsOfClient(db, { clientId, ...query }, toOwner(c, by, shownAccountOf(call)))
    })

    .on(formOperations.getForm, (call) => {
      const { c, by, client, taskId } = call
      return formOfClient(db, { client, taskId }, toOwner(c, by, shownAccountOf(call)))
    })

    .on(formOperations.submitForm, async ({ c, by, client, clientId, accountId, taskId, now, body: submission }) => {
      const submitting = { clientId, account: by, taskId, submission, now }
      const { isNew } = await submitForm(services, submitting, confirmation(services, c, submission))
      return c.json(await formOfClient(db, { client, taskId }, toOwner(c, by, accountId)), isNew ? 201 : 200)
    })

    .on(formOperations.withdrawConsent, async ({ c, by, client, clientId, accountId, taskId, now }) => {
      await inTransaction(db, (trx) => withdrawConsent(trx, { clientId, accountId, taskId, now }))
      return await formOfClient(db, { client, taskId }, toOwner(c, by, accountId))
    }).app
}

function definitionRoutes(services: Services): Hono<Env> {
  const { db } = services

  return routes(services)
    .on(practiceFormOperations.listPracticeForms, async ({ practiceId }) => ({
      content: await formsOf(db, practiceId),
    }))

    .on(practiceFormOperations.getPracticeForm, ({ practiceId, formId }) => formOfPractice(db, { practiceId, formId }))

    .on(practiceFormOperations.savePracticeForm, async ({ by, practiceId, formId, now, body: form }) => {
      await inTransaction(db, (trx) => saveForm(trx, { practiceId, formId, form, by, now }))
      return await formOfPractice(db, { practiceId, formId })
    })

    .on(practiceFormOperations.publishPracticeForm, async ({ by, practiceId, formId, now, body }) => {
      await inTransaction(db, (trx) => publishForm(trx, { practiceId, formId, ...body, by, now }))
      return await formOfPractice(db, { practiceId, formId })
    })

    .on(practiceFormOperations.removePracticeForm, ({ by, practiceId, formId, now }) =>
      inTransaction(db, (trx) => removeForm(trx, { practiceId, formId, by, now })),
    ).app
}

/** Leaves out the content of a form in lists for staff, which do not record a read of every client. */
const withoutAnswers = ({ answers: _, signature: __, photos: ___, ...task }: PracticeFormTask): PracticeFormTask => ({
  ...task,
  facts: {},
})

interface PracticeCall {
  c: Call
  by: Identity | undefined
  practiceId: string
  now: Date
}

function practiceRoutes(services: Services): Hono<Env> {
  const { db, recordReads } = services
  const { toStaff, toKey } = createShowing(services)

  /** Returns who asks, and how forms are shown to them. */
  const askerOf = async (call: PracticeCall, operation: { scope: KeyScope }) => {
    const { by, key } = await authoriseStaffOrSystem(db, call, operation)
    if (by) return { asker: { by }, showing: toStaff(call.c, by) }
    return { asker: { key: key.name }, showing: toKey(call.c, key.id) }
  }

  return routes(services)
    .on(practiceFormOperations.askForm, async (call) => {
      const { c, practiceId, now } = call
      const { asker, showing } = await askerOf(call, practiceFormOperations.askForm)
      const task = call.body
      const { isNew } = await inTransaction(db, (trx) => askForm(trx, { practiceId, task, ...asker, now }))
      const asked = await formOfPracticeClient(db, { practiceId, taskId: task.uuid }, showing)
      return c.json(asked, isNew ? 201 : 200)
    })

    .on(practiceFormOperations.cancelForm, async (call) => {
      const { practiceId, taskId, now } = call
      const { asker, showing } = await askerOf(call, practiceFormOperations.cancelForm)
      await inTransaction(db, (trx) => cancelForm(trx, { practiceId, taskId, ...asker, now }))
      return await formOfPracticeClient(db, { practiceId, taskId }, showing)
    })

    .on(practiceFormOperations.listFormAnswers, async (call) => {
      const { c, practiceId } = call
      const { by, key } = await authoriseStaffOrSystem(db, call, practiceFormOperations.listFormAnswers)
      if (key) {
        const found = await formsAfter(db, { practiceId, after: readAfter(c) }, toKey(c, key.id))
        await recordReads({ keyName: key.name }, readsOf(found.content))
        return found
      }
      const { form: formId, client: clientId, ...query } = call.query
      const found = await formPage(db, { practiceId, formId, clientId, ...query }, toStaff(c, by))
      if (clientId !== undefined) markSingleRead(by, found.content)
      return { ...found, content: found.content.map(withoutAnswers) }
    })

    .on(practiceFormOperations.getFormAnswer, async ({ c, by, practiceId, taskId }) => {
      const found = await formOfPracticeClient(db, { practiceId, taskId }, toStaff(c, by))
      markRead(by, [found.clientUuid])
      return found
    }).app
}
