import type { Hono } from 'hono'
import { pageOf } from '#contract/schemas/paging.ts'
import { appointmentQuestionsSchema, questionsBodySchema, visitSchema } from '#contract/schemas/visit.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createFileUrls } from '#server/documents/file-urls.ts'
import { readsOf } from '#server/access-log/reads.ts'
import { authoriseSystem } from '#server/import-jobs/keys.ts'
import { get, operations, put } from '#server/operations/operation.ts'
import { after, required } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { questionsAfter, setQuestions, visitOf } from './visit.ts'

export const visitOperations = operations('Client data', {
  getVisit: get('/clients/:clientId/appointments/:appointmentId', 'record reader', {
    summary: 'Get an appointment with the questions of the owner, its visit forms and its invoices',
    description: 'Also an appointment that is over or cancelled.',
    response: visitSchema,
  }),
  setQuestions: put('/clients/:clientId/appointments/:appointmentId/questions', 'client owner', {
    summary: 'Replace the questions of the owner for an appointment, until it begins',
    body: questionsBodySchema,
    response: visitSchema,
    problems: ['questions-closed', 'questions-changed', 'rate-limited'],
  }),
})

export const practiceAppointmentOperations = operations('Practice', {
  listAppointmentQuestions: get('/practice/:practiceId/appointment-questions', 'import key', {
    summary: 'List the questions for appointments that changed since a number, removed ones included',
    description: 'The response counts as a read of each client.',
    query: { after: required(after) },
    scope: 'appointments:read',
    response: pageOf(appointmentQuestionsSchema),
    problems: ['practice-locked'],
  }),
})

export function appointmentRoutes(services: Services): Hono<Env> {
  const { db, recordReads } = services
  const { withFileUrls: withUrls } = createFileUrls(services)

  return routes(services)
    .on(visitOperations.getVisit, async ({ c, by, client, access, clientId, appointmentId }) => {
      const accountId = access.side === 'owner' ? by.accountId : (client.account_id ?? '')
      const visit = await visitOf(db, { clientId, appointmentId, accountId })
      return { ...visit, visitForms: await withUrls(c, 'visit-form', clientId, visit.visitForms) }
    })

    .on(visitOperations.setQuestions, async ({ c, by, clientId, accountId, appointmentId, now, body }) => {
      await inTransaction(db, (trx) => setQuestions(trx, { clientId, appointmentId, by, body, now }))
      const visit = await visitOf(db, { clientId, appointmentId, accountId })
      return { ...visit, visitForms: await withUrls(c, 'visit-form', clientId, visit.visitForms) }
    })

    .on(practiceAppointmentOperations.listAppointmentQuestions, async ({ c, practiceId, now, query }) => {
      const { scope } = practiceAppointmentOperations.listAppointmentQuestions
      const key = await authoriseSystem(db, c, { practiceId, scope, now })
      const found = await questionsAfter(db, { practiceId, ...query })
      await recordReads({ keyName: key.name }, readsOf(found.content))
      return found
    }).app
}
