import type { Hono } from 'hono'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { INVOICE_STATUSES } from '#contract/invoice.ts'
import { appointmentSchema } from '#contract/schemas/appointment.ts'
import { attachmentSchema } from '#contract/schemas/attachment.ts'
import { patientMedicationSchema } from '#contract/schemas/current-medication.ts'
import { listOf } from '#contract/schemas/fields.ts'
import { invoiceUblSchema, itemisedInvoiceSchema, listedInvoiceSchema } from '#contract/schemas/invoice.ts'
import { logbookEntrySchema, patientLogbookEntrySchema } from '#contract/schemas/logbook.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { listedPatientSchema } from '#contract/schemas/patient.ts'
import { reminderSchema } from '#contract/schemas/reminder.ts'
import { urlSchema } from '#contract/schemas/session.ts'
import { visitFormSchema } from '#contract/schemas/visit-form.ts'
import { recordOf } from '#contract/values.ts'
import type { Env, Services } from '#server/context.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { findInvoice } from '#server/invoices/find.ts'
import { createAnimalPhotoUrls } from '#server/photos/routes.ts'
import { openUbl } from '#server/documents/rendered.ts'
import { createFileUrls } from '#server/documents/file-urls.ts'
import { get, operations } from '#server/operations/operation.ts'
import { choice, flag, onDay, paging, patientId, period, sort } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { currentMedicationOf } from './current-medication.ts'
import {
  appointmentPage,
  attachmentPage,
  invoicePage,
  logbookOf,
  patientsOf,
  readsOf,
  reminderPage,
  visitFormPage,
  withdrawalsOf,
} from './queries.ts'

const recordList = { sort, ...paging }

export const recordOperations = operations('Client data', {
  listPatients: get('/clients/:clientId/patients', 'summary reader', {
    summary: 'List animals',
    response: listOf(listedPatientSchema),
  }),
  getLogbook: get('/clients/:clientId/patients/:patientId/logbook', 'record reader', {
    summary: 'List the logbook entries of an animal, latest first; by default of this year',
    query: period,
    response: listOf(logbookEntrySchema),
  }),
  listWithdrawals: get('/clients/:clientId/withdrawals', 'record reader', {
    summary: 'List logbook entries with a withdrawal period on a day',
    query: onDay,
    response: listOf(patientLogbookEntrySchema),
  }),
  listCurrentMedication: get('/clients/:clientId/being-given', 'record reader', {
    summary: 'List the current medication of all animals on a day, from visits and deliveries',
    query: onDay,
    response: listOf(patientMedicationSchema),
  }),
  listReminders: get('/clients/:clientId/reminders', 'record reader', {
    summary: 'List reminders',
    query: {
      active: flag(
        'True: to be done, which the reminders of an animal that has died, left or moved to another client are not; these are not active and EXPIRED. False: all others.',
      ),
      patientId,
      ...recordList,
    },
    response: pageOf(reminderSchema),
  }),
  listAppointments: get('/clients/:clientId/appointments', 'summary reader', {
    summary: 'List appointments by their start',
    query: {
      active: flag('True: booked, not over, and not only for animals that have died, left or moved.'),
      ...recordList,
    },
    response: pageOf(appointmentSchema),
  }),
  listVisitForms: get('/clients/:clientId/visit-forms', 'record reader', {
    summary: 'List visit forms',
    query: { patientId, ...recordList },
    response: pageOf(visitFormSchema),
  }),
  listInvoices: get('/clients/:clientId/invoices', 'summary reader', {
    summary: 'List invoices',
    query: { status: choice(INVOICE_STATUSES, 'Absent: all.'), ...period, ...recordList },
    response: pageOf(listedInvoiceSchema),
  }),
  getInvoice: get('/clients/:clientId/invoices/:invoiceId', 'record reader', {
    summary: 'Get an invoice with its lines',
    response: itemisedInvoiceSchema,
  }),
  getInvoiceFile: get('/clients/:clientId/invoices/:invoiceId/file', 'record reader', {
    summary: 'Get the URL of the file of an invoice, valid for ten minutes without a token',
    response: urlSchema,
  }),
  getInvoiceUbl: get('/clients/:clientId/invoices/:invoiceId/ubl', 'record reader', {
    summary: 'Get the URL of an invoice as a UBL file (EN 16931), or the reason why there is none',
    description: 'The URL is valid for ten minutes without a token.',
    response: invoiceUblSchema,
  }),
})

/** List operations of equal form, one for each attachment type such as `lab-results`. */
export const attachmentOperations = recordOf(ATTACHMENT_TYPES, (type) => ({
  ...get(`/clients/:clientId/${type}`, 'record reader', {
    summary: `List attachments: ${type}`,
    query: { patientId, ...recordList },
    response: pageOf(attachmentSchema),
  }),
  operationId: `list-${type}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  tag: 'Client data' as const,
}))

export function recordRoutes(services: Services): Hono<Env> {
  const { db, log } = services
  const { fileUrlOf: urlOf, ublUrlOf, withFileUrls: withUrls } = createFileUrls(services)
  const photoUrlsFor = createAnimalPhotoUrls(services)
  const today = (now: Date) => now.toISOString().slice(0, 10)

  const built = routes(services)
    .on(recordOperations.listPatients, ({ c, clientId }) =>
      sendJsonList(
        c,
        log,
        patientsOf(db, clientId, photoUrlsFor(c, { clientId, accountId: c.get('identity').accountId })),
      ),
    )

    .on(recordOperations.getLogbook, ({ c, clientId, patientId, query, now }) => {
      const { endDate = today(now), startDate = `${endDate.slice(0, 4)}-01-01` } = query
      return sendJsonList(c, log, logbookOf(db, { clientId, patientId, startDate, endDate }))
    })

    .on(recordOperations.listWithdrawals, ({ clientId, query: { day }, now }) =>
      withdrawalsOf(db, clientId, day ?? today(now)),
    )

    .on(recordOperations.listCurrentMedication, ({ c, clientId, query: { day }, now }) =>
      sendJsonList(c, log, asJson(currentMedicationOf(db, clientId, day ?? today(now)))),
    )

    .on(recordOperations.listReminders, async ({ clientId, query, now }) =>
      reminderPage(await readsOf(services, 'reminder', clientId), { clientId, now, ...query }),
    )

    .on(recordOperations.listAppointments, async ({ clientId, query, now }) =>
      appointmentPage(await readsOf(services, 'appointment', clientId), { clientId, now, ...query }),
    )

    .on(recordOperations.listVisitForms, async ({ c, clientId, query }) => {
      const reads = await readsOf(services, 'visit_form', clientId)
      const { content, page } = await visitFormPage(reads, { clientId, ...query })
      return { content: await withUrls(c, 'visit-form', clientId, content), page }
    })

    .on(recordOperations.listInvoices, async ({ clientId, query }) =>
      invoicePage(await readsOf(services, 'invoice', clientId), { clientId, ...query }),
    )

    .on(recordOperations.getInvoice, async ({ clientId, invoiceId }) => await findInvoice(db, clientId, invoiceId))

    // Returns the practice's own file, or a PDF created from the invoice data.
    .on(recordOperations.getInvoiceFile, async ({ c, clientId, invoiceId }) => {
      const record = await findInvoice(db, clientId, invoiceId)
      return { url: await urlOf(c, 'invoice', clientId, record) }
    })

    .on(recordOperations.getInvoiceUbl, async ({ c, clientId, invoiceId }) => {
      const record = await findInvoice(db, clientId, invoiceId)
      const client = await db.selectFrom('client').selectAll().where('uuid', '=', clientId).executeTakeFirstOrThrow()
      const ubl = await openUbl(services, record, client, { language: c.get('identity').language })
      return 'obstacle' in ubl ? ubl : { url: await ublUrlOf(c, clientId, record) }
    })

  for (const type of ATTACHMENT_TYPES) {
    built.on(attachmentOperations[type], async ({ c, clientId, query }) => {
      const reads = await readsOf(services, 'attachment', clientId)
      const { content, page } = await attachmentPage(reads, { clientId, type, ...query })
      return { content: await withUrls(c, 'attachment', clientId, content), page }
    })
  }
  return built.app
}
