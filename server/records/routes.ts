import { Hono } from 'hono'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { INVOICE_STATUSES } from '#contract/invoice.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { readChoice, readDay, readFlag, readPaging, readPeriod, readSort, readUuid } from '#server/http/paging.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { findDocument } from '#server/documents/find.ts'
import { createFileUrls } from '#server/documents/file-urls.ts'
import { beingGivenOf } from './being-given.ts'
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
import { createAuthoriseClient } from './authorise-client.ts'

export function recordRoutes(services: Services): Hono<Env> {
  const { db, clock, log, signedIn } = services
  const authoriseClient = createAuthoriseClient(services)
  const { fileUrlOf: urlOf, withFileUrls: withUrls } = createFileUrls(services)
  const page = (c: Call) => ({ sort: readSort(c), ...readPaging(c) })
  const ofAnimal = (c: Call) => ({ patientId: readUuid(c, 'patientId') })

  const routes = new Hono<Env>()
    .get('/clients/:clientId/patients', signedIn, async (c) =>
      sendJsonList(c, log, patientsOf(db, await authoriseClient(c, c.req.param('clientId')))),
    )

    .get('/clients/:clientId/patients/:patientId/logbook', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const today = clock().toISOString().slice(0, 10)
      const { endDate = today, startDate = `${endDate.slice(0, 4)}-01-01` } = readPeriod(c)
      const search = { clientId, patientId: c.req.param('patientId'), startDate, endDate }
      return await sendJsonList(c, log, logbookOf(db, search))
    })

    .get('/clients/:clientId/withdrawals', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const day = readDay(c, 'day') ?? clock().toISOString().slice(0, 10)
      return c.json(await withdrawalsOf(db, clientId, day))
    })

    .get('/clients/:clientId/being-given', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const day = readDay(c, 'day') ?? clock().toISOString().slice(0, 10)
      return await sendJsonList(c, log, asJson(beingGivenOf(db, clientId, day)))
    })

    .get('/clients/:clientId/reminders', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const search = { clientId, active: readFlag(c, 'active'), now: clock(), ...ofAnimal(c), ...page(c) }
      return c.json(await reminderPage(await readsOf(services, 'reminder', clientId), search))
    })

    .get('/clients/:clientId/appointments', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const search = { clientId, active: readFlag(c, 'active'), now: clock(), ...page(c) }
      return c.json(await appointmentPage(await readsOf(services, 'appointment', clientId), search))
    })

    .get('/clients/:clientId/visit-forms', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const { content, ...rest } = await visitFormPage(await readsOf(services, 'visit_form', clientId), {
        clientId,
        ...ofAnimal(c),
        ...page(c),
      })
      return c.json({ content: await withUrls(c, 'visit-form', clientId, content), ...rest })
    })

    .get('/clients/:clientId/invoices', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const search = { clientId, status: readChoice(c, 'status', INVOICE_STATUSES), ...readPeriod(c), ...page(c) }
      return c.json(await invoicePage(await readsOf(services, 'invoice', clientId), search))
    })

    // The practice's own file, or else one that is made of the invoice's data.
    .get('/clients/:clientId/invoices/:invoiceId/file', signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const { record } = await findDocument(db, { type: 'invoice', uuid: c.req.param('invoiceId') }, clientId)
      return c.json({ url: await urlOf(c, 'invoice', clientId, record) })
    })

  for (const type of ATTACHMENT_TYPES) {
    routes.get(`/clients/:clientId/${type}`, signedIn, async (c) => {
      const clientId = await authoriseClient(c, c.req.param('clientId'))
      const { content, ...rest } = await attachmentPage(await readsOf(services, 'attachment', clientId), {
        clientId,
        type,
        ...ofAnimal(c),
        ...page(c),
      })
      return c.json({ content: await withUrls(c, 'attachment', clientId, content), ...rest })
    })
  }
  return routes
}
