import { Hono } from 'hono'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionYears, isStricter } from '#contract/retention.ts'
import { clockConfirmationSchema, retentionBodySchema } from '#contract/schemas/retention.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { createProofs } from '#server/auth/proof.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { readWhole } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import { streamText } from '#server/http/stream-text.ts'
import { validBody, validSettings } from '#server/http/validate.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { confirmClock } from '#server/clock/clock.ts'
import { countsOf, csvOf, cutOffsOf, dueRecords } from './due.ts'
import { changePolicy, nextRun, nightOf, policyOf, retentionOf } from './policy.ts'

/** The retention policy of a practice, for its clinic admins. */
export function retentionRoutes(services: Services): Hono<Env> {
  const { db, clock, log, signedIn } = services
  const proofs = createProofs(services)
  const path = '/practice/:practiceId/retention'

  async function ofAdmin(c: Call, practiceId: string) {
    const by = c.get('identity')
    requireAdmin(await accessToPractice(db, by, practiceId))
    return { practiceId, by, now: clock() }
  }

  /** What the next nightly run would remove, by the years of the query or else by those of the policy. */
  async function duePreview(c: Call, practiceId: string) {
    const { now } = await ofAdmin(c, practiceId)
    const asked = askedYears(c)
    const years = Object.keys(asked).length > 0 ? asked : (await policyOf(db, practiceId)).years
    const days = cutOffsOf(years, (await nextRun(db, practiceId, now)) ?? nightOf(now))
    return dueRecords({ db, stopping: c.req.raw.signal }, { practiceId, days })
  }

  return new Hono<Env>()
    .get(path, signedIn, async (c) => {
      const { practiceId, now } = await ofAdmin(c, c.req.param('practiceId'))
      return c.json(await retentionOf(db, practiceId, now))
    })
    .put(path, signedIn, async (c) => {
      const practice = await ofAdmin(c, c.req.param('practiceId'))
      const { proof, ...body } = await validSettings(c, retentionBodySchema)
      const policy = { isOn: body.isOn, years: withoutNulls(body.years) }
      const mayTighten = isStricter(policy, await policyOf(db, practice.practiceId))
      if (mayTighten) await proofs.requireFor(c, 'retention-tightened', proof)
      if (await inTransaction(db, (trx) => changePolicy(trx, { ...practice, policy, mayTighten })))
        sendNotices(services)
      return c.json(await retentionOf(db, practice.practiceId, practice.now))
    })
    .get(`${path}/preview`, signedIn, async (c) =>
      c.json({ counts: await countsOf(await duePreview(c, c.req.param('practiceId'))) }),
    )
    .get(`${path}/preview/file`, signedIn, async (c) => {
      const lines = csvOf(await duePreview(c, c.req.param('practiceId')))
      return c.body(streamText(c, log, lines), 200, documentHeaders('text/csv', 'bewaartermijnen.csv'))
    })
    .post(`${path}/clock`, signedIn, async (c) => {
      const { practiceId, by, now } = await ofAdmin(c, c.req.param('practiceId'))
      const { stoppedAt: stop } = await validBody(c, clockConfirmationSchema)
      await inTransaction(db, async (trx) => {
        if (!(await confirmClock(trx, { practiceId, stop }))) throw new ProblemError('conflict')
        await writeAudit(trx, { practiceId, by, action: 'clock-confirmed', now })
      })
      return c.json(await retentionOf(db, practiceId, now))
    })
}

const withoutNulls = (years: { [Kind in keyof RetentionYears]: number | null | undefined }): RetentionYears =>
  Object.fromEntries(Object.entries(years).filter(([, count]) => count != null))

const askedYears = (c: Call): RetentionYears =>
  Object.fromEntries(
    RETENTION_KINDS.flatMap((kind) => {
      const years = readWhole(c, kind, RETENTION_RULES[kind].most)
      return years === undefined ? [] : [[kind, years]]
    }),
  )
