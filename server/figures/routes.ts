import { Hono } from 'hono'
import type { PracticeFigures } from '#contract/schemas/figures.ts'
import { addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { readDay } from '#server/http/paging.ts'
import { invalidParameters } from '#server/http/problem.ts'
import { clientFigures } from './clients.ts'
import { requestFigures } from './requests.ts'
import { recordFigures } from './records.ts'

const YEAR = 365

export function figureRoutes({ db, slowReads = db, clock, signedIn }: Services): Hono<Env> {
  return new Hono<Env>().get('/practice/:practiceId/figures', signedIn, async (c) => {
    const practiceId = c.req.param('practiceId')
    requireAdmin(await accessToPractice(db, c.get('identity'), practiceId))
    const today = localDay(clock())
    const asked = readDay(c, 'until') ?? today
    const until = asked < today ? asked : today
    const from = readDay(c, 'from') ?? addDays(until, -YEAR)
    if (from > asked) throw invalidParameters({ parameter: 'until', code: 'range' })
    const figures: PracticeFigures = {
      from,
      until,
      ...(await recordFigures(slowReads, practiceId, { from, until, today })),
      requests: await requestFigures(slowReads, practiceId, { from, until }),
      clients: await clientFigures(slowReads, practiceId),
    }
    return c.json(figures)
  })
}
