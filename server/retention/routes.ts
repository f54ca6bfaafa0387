import type { Hono } from 'hono'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionYears, isStricter } from '#contract/retention.ts'
import {
  clockConfirmationSchema,
  retentionBodySchema,
  retentionPreviewSchema,
  retentionSchema,
} from '#contract/schemas/retention.ts'
import { recordOf } from '#contract/values.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { PROOF_PROBLEMS, createProofs } from '#server/auth/proof.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { ProblemError } from '#server/http/problem.ts'
import { streamText } from '#server/http/stream-text.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { get, operations, post, put } from '#server/operations/operation.ts'
import { whole } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { confirmClock } from '#server/clock/clock.ts'
import { countDue, csvOf, cutoffDatesOf, dueRecords } from './due.ts'
import { changePolicy, nextRun, nightOf, policyOf, retentionOf } from './policy.ts'

const years = recordOf(RETENTION_KINDS, (kind) =>
  whole(1, RETENTION_RULES[kind].most, 'Years of this kind; without any kind, the years of the policy.'),
)
const preview = '/practice/:practiceId/retention/preview'

export const retentionOperations = operations('Practice', {
  getRetention: get('/practice/:practiceId/retention', 'admin', {
    summary: 'Get the retention policy of the practice and its past removals',
    response: retentionSchema,
  }),
  changeRetention: put('/practice/:practiceId/retention', 'admin', {
    summary: 'Set the retention policy: years for each kind, and whether nightly runs remove older records',
    description:
      'Takes the response of GET. Records of a kind that is absent or null are kept indefinitely. Fewer years than the law requires are refused (tooFewYears). Changes apply from the night after the next midnight. A policy that removes more needs a proof, and all admins get a mail.',
    body: retentionBodySchema,
    settings: true,
    response: retentionSchema,
    problems: ['precondition-failed', ...PROOF_PROBLEMS],
  }),
  previewRetention: get(preview, 'admin', {
    summary: 'Preview the next nightly run: records by kind and year',
    query: years,
    response: retentionPreviewSchema,
  }),
  downloadRetentionPreview: get(`${preview}/file`, 'admin', {
    summary: 'Download the preview as CSV, with each record but no names',
    query: years,
    file: 'text/csv',
    headers: { 'Content-Disposition': 'Name of the file.' },
  }),
  confirmClock: post('/practice/:practiceId/retention/clock', 'admin', {
    summary: 'Confirm the clock of the server after a jump, to continue removals',
    description: 'conflict: the clock has jumped again, or removals are not stopped.',
    body: clockConfirmationSchema,
    response: retentionSchema,
  }),
})

export function retentionRoutes(services: Services): Hono<Env> {
  const { db, slowReads = db, log } = services
  const proofs = createProofs(services)

  /** Returns the days that the next nightly run would use, by the years of the query or of the policy. */
  async function previewQuery({ practiceId, query, now }: { practiceId: string; query: RetentionYears; now: Date }) {
    const given = withoutNulls(query)
    const years = Object.keys(given).length > 0 ? given : (await policyOf(db, practiceId)).years
    return { practiceId, days: cutoffDatesOf(years, (await nextRun(db, practiceId, now)) ?? nightOf(now)) }
  }

  return routes(services)
    .on(retentionOperations.getRetention, ({ practiceId, now }) => retentionOf(db, practiceId, now))

    .on(retentionOperations.changeRetention, async ({ c, by, practiceId, now, body: { proof, ...body } }) => {
      const policy = { isOn: body.isOn, years: withoutNulls(body.years) }
      const mayTighten = isStricter(policy, await policyOf(db, practiceId))
      if (mayTighten) await proofs.requireFor(c, 'retention-tightened', proof)
      if (await inTransaction(db, (trx) => changePolicy(trx, { practiceId, by, now, policy, mayTighten })))
        sendNotices(services)
      return await retentionOf(db, practiceId, now)
    })

    .on(retentionOperations.previewRetention, async (call) => ({
      counts: await countDue(slowReads, await previewQuery(call)),
    }))

    .on(retentionOperations.downloadRetentionPreview, async (call) => {
      const lines = csvOf(dueRecords({ db, stopping: call.c.req.raw.signal }, await previewQuery(call)))
      return call.c.body(streamText(call.c, log, lines), 200, documentHeaders('text/csv', 'bewaartermijnen.csv'))
    })

    .on(retentionOperations.confirmClock, async ({ by, practiceId, now, body: { stoppedAt: stop } }) => {
      await inTransaction(db, async (trx) => {
        if (!(await confirmClock(trx, { practiceId, stop }))) throw new ProblemError('conflict')
        await writeAudit(trx, { practiceId, by, action: 'clock-confirmed', now })
      })
      return await retentionOf(db, practiceId, now)
    }).app
}

const withoutNulls = (years: { [Kind in keyof RetentionYears]: number | null | undefined }): RetentionYears =>
  Object.fromEntries(Object.entries(years).filter(([, count]) => count != null))
