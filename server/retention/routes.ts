import { Hono } from 'hono'
import { retentionRemovalSchema, retentionSchema } from '#contract/schemas/retention.ts'
import { accessToPractice, requireAdmin, staffRoleAt } from '#server/access/access-level.ts'
import { createProofs } from '#server/auth/proof.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { rehearsalKey } from '#server/files/keys.ts'
import { sendFile } from '#server/files/send.ts'
import { requireNotEnded } from '#server/http/ended-addresses.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createSignedUrls } from '#server/http/signed-url.ts'
import { validBody } from '#server/http/validate.ts'
import { askRehearsal } from './rehearse.ts'
import { startRemoval } from './remove.ts'
import { changeRetention, rehearsalOf, rehearsalRow, retentionOf } from './settings.ts'
import { workRetention } from './work.ts'

const createRehearsalUrls = (services: Services) =>
  createSignedUrls<{ practice: string; by: string }>(services, 'rehearsal')

/** How long a practice keeps its records, for its clinic admins. */
export function retentionRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, signedIn, background } = services
  const proofs = createProofs(services)
  const urls = createRehearsalUrls(services)
  const path = '/practice/:practiceId/retention'

  async function ofAdmin(c: Call, practiceId: string) {
    const by = c.get('identity')
    requireAdmin(await accessToPractice(db, by, practiceId))
    return { practiceId, by, now: clock() }
  }
  const numberOf = (text: string) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new ProblemError('not-found')
    return Number(text)
  }
  const work = () => background.run('retention', () => workRetention(services))

  return new Hono<Env>()
    .get(path, signedIn, async (c) => {
      const { practiceId } = await ofAdmin(c, c.req.param('practiceId'))
      return c.json(await retentionOf(db, practiceId))
    })
    .put(path, signedIn, async (c) => {
      const practice = await ofAdmin(c, c.req.param('practiceId'))
      const years = await validBody(c, retentionSchema)
      await inTransaction(db, (trx) => changeRetention(trx, { ...practice, years }))
      return c.json(await retentionOf(db, practice.practiceId))
    })
    .post(`${path}/rehearsals`, signedIn, async (c) => {
      const { practiceId, now } = await ofAdmin(c, c.req.param('practiceId'))
      const number = await askRehearsal(db, practiceId, now)
      work()
      return c.json(rehearsalOf(await rehearsalRow(db, { practiceId, number })), 201)
    })
    .get(`${path}/rehearsals/:number/file`, signedIn, async (c) => {
      const { practiceId, by } = await ofAdmin(c, c.req.param('practiceId'))
      const number = numberOf(c.req.param('number'))
      const { id, counts } = await rehearsalRow(db, { practiceId, number })
      if (counts === null) throw new ProblemError('not-found')
      const signed = await urls.sign(`/files/rehearsals/${id}/bewaartermijnen-${number}.csv`, {
        practice: practiceId,
        by: by.accountId,
      })
      return c.json({ url: new URL(signed, publicBaseUrl(c, settings.publicUrl)).href })
    })
    .post(`${path}/rehearsals/:number/removal`, signedIn, async (c) => {
      const practice = await ofAdmin(c, c.req.param('practiceId'))
      const number = numberOf(c.req.param('number'))
      const { proof = {} } = await validBody(c, retentionRemovalSchema)
      // Before the proof, because a code is good once.
      await rehearsalRow(db, { ...practice, number })
      await proofs.requireAll(c, proof)
      await startRemoval(db, { ...practice, number })
      work()
      return c.json(rehearsalOf(await rehearsalRow(db, { ...practice, number })))
    })
}

/** The files of rehearsals, by their signed URL, for who is an admin still. */
export function rehearsalFileRoutes(services: Services): Hono<Env> {
  const { db, files } = services
  const urls = createRehearsalUrls(services)

  return new Hono<Env>().get('/rehearsals/:id/:name', async (c) => {
    const { path, query, signedAt } = await urls.verify(c.req.url)
    await requireNotEnded(db, { accountId: query.by, signedAt })
    const account = await db
      .selectFrom('account')
      .select(['id as accountId', 'practice_id as practiceId', 'staff_role as staffRole'])
      .where('id', '=', query.by)
      .executeTakeFirst()
    const role = account && (await staffRoleAt(db, account, query.practice))
    if (role !== 'CLINIC_ADMIN') throw new ProblemError('not-found')
    const file = await files.get(rehearsalKey(path[2] ?? ''))
    if (!file) throw new ProblemError('not-found')
    return sendFile(c, file, documentHeaders('text/csv', path[3] ?? ''))
  })
}
