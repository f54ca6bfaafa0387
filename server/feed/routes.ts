import { Hono } from 'hono'
import { type ImportRun, importKeyBodySchema } from '#contract/schemas/imports.ts'
import { MOST_KEY_DAYS } from '#contract/imports.ts'
import { factorProofSchema } from '#contract/schemas/second-factor.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import { createProofs } from '#server/auth/proof.ts'
import { isBearer } from '#server/access/rules.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import { readPaging } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody } from '#server/http/validate.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { keysOf, makeKey, requireKey, revokeKey, takeOverKey } from './keys.ts'
import { confirmRun, declineRun } from './confirmation.ts'
import { drainImports } from './drain.ts'
import { oneRun, runsOf } from './history.ts'
import { resetSequence } from './sequence.ts'
import { deferredInvitations } from '#server/mail/limits.ts'

/** The import keys of a practice and the history of its exports, for clinic admins; one export for its key as well. */
export function feedRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, signedIn } = services
  const proofs = createProofs(services)
  const keys = '/practice/:practiceId/import-keys'
  const imports = '/practice/:practiceId/imports'

  async function ofAdmin(c: Call, practiceId: string) {
    const by = c.get('identity')
    requireAdmin(await accessToPractice(db, by, practiceId))
    return { practiceId, by, now: clock() }
  }
  async function ofRun(c: Call, practiceId: string, sequence: string) {
    const admin = await ofAdmin(c, practiceId)
    return { ...admin, sequence: readSequence(sequence) }
  }
  async function withDeferred(practiceId: string, run: ImportRun): Promise<ImportRun> {
    const perDay = settings.limits.practiceMailsPerDay
    const [deferred] = await deferredInvitations(db, { practiceId, perDay, now: clock() })
    return deferred ? { ...run, deferredMails: { count: deferred.count, lastOn: deferred.lastOn } } : run
  }
  const { imports: queue, background } = services
  const drain = () => queue && background.run('imports', () => drainImports({ ...services, imports: queue }))
  const signedInOrKey: Middleware = (c, next) => (isBearer(c) ? next() : signedIn(c, next))

  return new Hono<Env>()
    .get(keys, signedIn, async (c) => c.json(await keysOf(db, await ofAdmin(c, c.req.param('practiceId')))))
    .post(keys, signedIn, async (c) => {
      const practice = await ofAdmin(c, c.req.param('practiceId'))
      const { name, purpose = 'import', days = MOST_KEY_DAYS, proof } = await validBody(c, importKeyBodySchema)
      await proofs.requireFor(c, 'key-made', proof)
      const made = await makeKey(db, { ...practice, name: name.trim(), purpose, days })
      sendNotices(services)
      c.header('cache-control', 'no-store')
      return c.json(made, 201)
    })
    .post(`${keys}/:keyId/takeover`, signedIn, async (c) => {
      const { practiceId, keyId } = c.req.param()
      const practice = await ofAdmin(c, practiceId)
      await proofs.requireFor(c, 'key-kept', await validBody(c, factorProofSchema))
      const kept = await takeOverKey(db, { ...practice, keyId })
      drain()
      sendNotices(services)
      return c.json(kept)
    })
    .delete(`${keys}/:keyId`, signedIn, async (c) => {
      const { practiceId, keyId } = c.req.param()
      const refused = await revokeKey(db, { ...(await ofAdmin(c, practiceId)), keyId })
      for (const id of refused) await queue?.remove(id)
      return c.body(null, 204)
    })
    .get(imports, signedIn, async (c) => {
      const { practiceId } = await ofAdmin(c, c.req.param('practiceId'))
      const paging = readPaging(c)
      const { content, page } = await runsOf(db, practiceId, paging)
      const last = paging.page === 0 ? content.findIndex(({ state }) => state === 'done') : -1
      const shown = await Promise.all(
        content.map(async (run, index) => (index === last ? await withDeferred(practiceId, run) : run)),
      )
      return c.json({ content: shown, page })
    })
    .delete('/practice/:practiceId/import-sequence', signedIn, async (c) => {
      await resetSequence(db, await ofAdmin(c, c.req.param('practiceId')))
      return c.body(null, 204)
    })
    .get(`${imports}/:sequence`, signedInOrKey, async (c) => {
      const { practiceId, sequence } = c.req.param()
      if (isBearer(c)) await requireKey(db, c, { practiceId, purpose: 'import', now: clock() })
      else await ofAdmin(c, practiceId)
      const run = await oneRun(db, practiceId, readSequence(sequence))
      return c.json(run.state === 'done' ? await withDeferred(practiceId, run) : run)
    })
    .post(`${imports}/:sequence/confirmation`, signedIn, async (c) => {
      const { practiceId, sequence } = c.req.param()
      await confirmRun(db, await ofRun(c, practiceId, sequence))
      drain()
      return c.body(null, 204)
    })
    .delete(`${imports}/:sequence/confirmation`, signedIn, async (c) => {
      const { practiceId, sequence } = c.req.param()
      const id = await declineRun(db, await ofRun(c, practiceId, sequence))
      await services.imports?.remove(id)
      return c.body(null, 204)
    })
}

function readSequence(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) throw new ProblemError('not-found')
  return Number(text)
}
