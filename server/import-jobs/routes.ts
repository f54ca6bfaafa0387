import type { Hono } from 'hono'
import { MAX_KEY_DAYS, SCOPES_OF_PURPOSE } from '#contract/imports.ts'
import { listOf } from '#contract/schemas/fields.ts'
import {
  type ImportRun,
  importKeyBodySchema,
  importKeySchema,
  importRunSchema,
  newImportKeySchema,
} from '#contract/schemas/imports.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { factorProofSchema } from '#contract/schemas/second-factor.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import { PROOF_PROBLEMS, WHOLE_PROOF, createProofs } from '#server/auth/proof.ts'
import type { Env, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { get, operations, post, remove } from '#server/operations/operation.ts'
import { paging } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { keysOf, makeKey, requireKey, revokeKey, takeOverKey } from './keys.ts'
import { confirmRun, declineRun } from './confirmation.ts'
import { drainImports } from './drain.ts'
import { oneRun, runsOf } from './history.ts'
import { resetSequence } from './sequence.ts'
import { deferredInvitations } from '#server/mail/limits.ts'

const keys = '/practice/:practiceId/import-keys'
const imports = '/practice/:practiceId/imports'

export const importJobOperations = operations('Practice', {
  listImportKeys: get(keys, 'admin', {
    summary: 'List the keys of other systems',
    response: listOf(importKeySchema),
  }),
  makeImportKey: post(keys, 'admin', {
    summary: 'Create a key for another system; returns it once; five at most',
    description: WHOLE_PROOF,
    body: importKeyBodySchema,
    response: newImportKeySchema,
    status: 201,
    problems: PROOF_PROBLEMS,
  }),
  takeOverImportKey: post(`${keys}/:keyId/takeover`, 'admin', {
    summary: 'Take over a key whose maker has left',
    description: WHOLE_PROOF,
    body: factorProofSchema,
    response: importKeySchema,
    problems: PROOF_PROBLEMS,
  }),
  revokeImportKey: remove(`${keys}/:keyId`, 'admin', { summary: 'Revoke a key' }),
  listImports: get(imports, 'admin', {
    summary: 'List exports, latest first',
    query: paging,
    response: pageOf(importRunSchema),
  }),
  resetImportSequence: remove('/practice/:practiceId/import-sequence', 'admin', {
    summary: 'Reset the numbering of exports; not while one waits or is loaded',
  }),
  getImport: get(`${imports}/:sequence`, 'import key or account', {
    summary: 'Get an export and its result; for its key and for clinic admins',
    scope: 'import:write',
    response: importRunSchema,
  }),
  confirmImport: post(`${imports}/:sequence/confirmation`, 'admin', {
    summary: 'Load an unconfirmed export, unless a newer one was sent',
    problems: ['key-paused'],
  }),
  declineImport: remove(`${imports}/:sequence/confirmation`, 'admin', { summary: 'Refuse an unconfirmed export' }),
})

/**
 * Routes of import keys and of the history of exports, for clinic admins. A key may also read the result of its
 * export.
 */
export function importJobRoutes(services: Services): Hono<Env> {
  const { db, clock, settings, background, imports: queue } = services
  const proofs = createProofs(services)
  const drain = () => queue && background.run('imports', () => drainImports({ ...services, imports: queue }))

  async function withDeferred(practiceId: string, run: ImportRun): Promise<ImportRun> {
    const perDay = settings.limits.practiceMailsPerDay
    const [deferred] = await deferredInvitations(db, { practiceId, perDay, now: clock() })
    return deferred ? { ...run, deferredMails: { count: deferred.count, lastOn: deferred.lastOn } } : run
  }

  return routes(services)
    .on(importJobOperations.listImportKeys, ({ practiceId, now }) => keysOf(db, { practiceId, now }))

    .on(importJobOperations.makeImportKey, async ({ c, by, practiceId, now, body }) => {
      const { name, purpose = 'import', scopes = SCOPES_OF_PURPOSE[purpose], days = MAX_KEY_DAYS, proof } = body
      await proofs.requireFor(c, 'key-made', proof)
      const made = await makeKey(db, { practiceId, by, now, name: name.trim(), scopes, days })
      sendNotices(services)
      return made
    })

    .on(importJobOperations.takeOverImportKey, async ({ c, by, practiceId, keyId, now, body }) => {
      await proofs.requireFor(c, 'key-kept', body)
      const taken = await takeOverKey(db, { practiceId, by, now, keyId })
      drain()
      sendNotices(services)
      return taken
    })

    .on(importJobOperations.revokeImportKey, async ({ by, practiceId, keyId, now }) => {
      const rejected = await revokeKey(db, { practiceId, by, now, keyId })
      for (const id of rejected) await queue?.remove(id)
    })

    .on(importJobOperations.listImports, async ({ practiceId, query }) => {
      const { content, page } = await runsOf(db, practiceId, query)
      const last = query.page === 0 ? content.findIndex(({ state }) => state === 'done') : -1
      const shown = await Promise.all(
        content.map(async (run, index) => (index === last ? await withDeferred(practiceId, run) : run)),
      )
      return { content: shown, page }
    })

    .on(importJobOperations.resetImportSequence, async ({ by, practiceId, now }) => {
      await resetSequence(db, { practiceId, by, now })
    })

    .on(importJobOperations.getImport, async ({ c, by, practiceId, sequence, now }) => {
      if (by) requireAdmin(await accessToPractice(db, by, practiceId))
      else await requireKey(db, c, { practiceId, scope: importJobOperations.getImport.scope, now })
      const run = await oneRun(db, practiceId, readSequence(sequence))
      return run.state === 'done' ? await withDeferred(practiceId, run) : run
    })

    .on(importJobOperations.confirmImport, async ({ by, practiceId, sequence, now }) => {
      await confirmRun(db, { practiceId, by, now, sequence: readSequence(sequence) })
      drain()
    })

    .on(importJobOperations.declineImport, async ({ by, practiceId, sequence, now }) => {
      const id = await declineRun(db, { practiceId, by, now, sequence: readSequence(sequence) })
      await queue?.remove(id)
    }).app
}

function readSequence(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) throw new ProblemError('not-found')
  return Number(text)
}
