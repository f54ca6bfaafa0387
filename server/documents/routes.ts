import { Hono } from 'hono'
import { registeredOnly, standingAtClient, unlockedOnly } from '#server/access/access-level.ts'
import { sendFile } from '#server/files/send.ts'
import type { Env, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type PaperAccess, createPaperAddresses } from './file-url.ts'
import { contentType, paperHeaders } from './content.ts'
import { languageOf, sheetOf } from './rendered.ts'
import { paperOf } from './find.ts'
import { paperKey } from './types.ts'
import { drawnName, storedName } from './names.ts'
import { storedKeys } from './uploaded.ts'

/**
 * The file of a paper, for whoever has its address. What the address was made for is looked at again: a client may have been
 * locked or taken off the portal meanwhile, a member of staff may have left, and a record may be another client's.
 */
export function documentFileRoutes(services: Services): Hono<Env> {
  const { db, files, pdf } = services
  const addresses = createPaperAddresses(services)

  return new Hono<Env>().get('/papers/:kind/:uuid/:name', async (c) => {
    const access = await addresses.read(c.req.url)
    const client = await readableBy(access)
    const paper = await paperOf(db, access, client.uuid)
    const language = await languageOf(db, client)
    const key = paperKey(access)
    const isStored = (await storedKeys(db, [access])).has(key)
    const own = isStored ? await files.get(key) : undefined
    if (own) {
      const name = storedName(paper.kind, paper.record, language)
      return sendFile(c, own, paperHeaders(contentType(paper.record), name))
    }
    const sheet = await sheetOf(services, paper, client, language)
    if (!sheet) throw new ProblemError('not-found')
    const drawn = await pdf(sheet)
    return c.body(drawn, 200, paperHeaders('application/pdf', drawnName(paper.kind, paper.record, language)))
  })

  async function readableBy({ accountId, clientId }: PaperAccess) {
    const account = await db
      .selectFrom('account')
      .select(['id as accountId', 'practice_id as practiceId', 'staff_role as staffRole'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!account) throw new ProblemError('not-found')
    const { client, standing } = await standingAtClient(db, account, clientId)
    unlockedOnly(standing)
    registeredOnly(client)
    return client
  }
}
