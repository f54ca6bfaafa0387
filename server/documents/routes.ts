import { Hono } from 'hono'
import { createReadable } from '#server/records/authorise-client.ts'
import type { Env, Services } from '#server/context.ts'
import { paperOf } from './find.ts'
import { createPaperUrls } from './urls.ts'

/** Where the file of an invoice is: the practice's own, or else one that is made of its data. */
export function paperRoutes(services: Services): Hono<Env> {
  const { db, signedIn } = services
  const readable = createReadable(services)
  const { urlOf } = createPaperUrls(services)

  return new Hono<Env>().get('/clients/:clientId/invoices/:invoiceId/file', signedIn, async (c) => {
    const clientId = await readable(c, c.req.param('clientId'))
    const { record } = await paperOf(db, { kind: 'invoice', uuid: c.req.param('invoiceId') }, clientId)
    return c.json({ url: await urlOf(c, 'invoice', clientId, record) })
  })
}
