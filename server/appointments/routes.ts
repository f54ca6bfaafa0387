import type { Hono } from 'hono'
import { addDays } from '#contract/dates.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { practiceAppointmentDetailSchema, practiceAppointmentSchema } from '#contract/schemas/practice-appointment.ts'
import { appointmentQuestionsSchema, questionsBodySchema, visitSchema } from '#contract/schemas/visit.ts'
import { localDay } from '#contract/zone.ts'
import { markRead, readsOf } from '#server/access-log/reads.ts'
import { shownAccountOf } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createFileUrls } from '#server/documents/file-urls.ts'
import { createShowing } from '#server/forms/routes.ts'
import { formsOfAppointment } from '#server/forms/tasks.ts'
import { authoriseSystem } from '#server/import-jobs/keys.ts'
import { get, operations, put } from '#server/operations/operation.ts'
import { after, day, flag, lastDay, paging, required } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { practiceAppointment, practiceAppointmentPage } from './practice-appointments.ts'
import { questionsAfter, questionsOf, setQuestions, visitOf } from './visit.ts'

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

/** Days of the list if the call names no last day. */
const LISTED_DAYS = 7

export const practiceAppointmentOperations = operations('Practice', {
  listPracticeAppointments: get('/practice/:practiceId/appointments', 'staff', {
    summary: 'List the appointments of registered clients, the first one first; also those that are over or cancelled',
    query: {
      from: day('First day, in the time zone of the practices. Absent: today.'),
      until: lastDay('from', 'Last day, in the time zone of the practices. Absent: seven days in total.'),
      ready: flag(
        'false: only those to come for which a form is open or a consent was withdrawn. true: only the others. Absent: all.',
      ),
      ...paging,
    },
    response: pageOf(practiceAppointmentSchema),
  }),
  getPracticeAppointment: get('/practice/:practiceId/appointments/:appointmentId', 'staff', {
    summary: 'Get an appointment with the questions of the owner and its forms',
    response: practiceAppointmentDetailSchema,
  }),
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
  const { toStaff } = createShowing(services)

  return routes(services)
    .on(visitOperations.getVisit, async (call) => {
      const { c, clientId, appointmentId } = call
      const visit = await visitOf(db, { clientId, appointmentId, accountId: shownAccountOf(call) })
      return { ...visit, visitForms: await withUrls(c, 'visit-form', clientId, visit.visitForms) }
    })

    .on(visitOperations.setQuestions, async ({ c, by, clientId, accountId, appointmentId, now, body }) => {
      await inTransaction(db, (trx) => setQuestions(trx, { clientId, appointmentId, by, body, now }))
      const visit = await visitOf(db, { clientId, appointmentId, accountId })
      return { ...visit, visitForms: await withUrls(c, 'visit-form', clientId, visit.visitForms) }
    })

    .on(practiceAppointmentOperations.listPracticeAppointments, ({ by, practiceId, now, query }) => {
      const { from = localDay(now), until = addDays(from, LISTED_DAYS - 1), ...rest } = query
      return practiceAppointmentPage(db, { practiceId, from, until, ...rest }, { now, language: by.language })
    })

    .on(practiceAppointmentOperations.getPracticeAppointment, async ({ c, by, practiceId, appointmentId, now }) => {
      const found = await practiceAppointment(db, { practiceId, appointmentId }, { now, language: by.language })
      const ids = { clientId: found.client.uuid, appointmentId: found.uuid }
      const questions = await questionsOf(db, ids)
      markRead(by, [ids.clientId])
      return { ...found, ...(questions && { questions }), forms: await formsOfAppointment(db, ids, toStaff(c, by)) }
    })

    .on(practiceAppointmentOperations.listAppointmentQuestions, async (call) => {
      const { c, practiceId, now } = call
      const { scope } = practiceAppointmentOperations.listAppointmentQuestions
      const key = await authoriseSystem(db, c, { practiceId, scope, now })
      const found = await questionsAfter(db, { practiceId, ...call.query })
      await recordReads({ keyName: key.name }, readsOf(found.content))
      return found
    }).app
}
