import type { Hono } from 'hono'
import { practiceFiguresSchema } from '#contract/schemas/figures.ts'
import { addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import type { Env, Services } from '#server/context.ts'
import { invalidParameters } from '#server/http/problem.ts'
import { get, operations } from '#server/operations/operation.ts'
import { day } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { monthStartsOf } from './month-starts.ts'
import { clientFigures, recordFigures } from './records.ts'
import { requestFigures } from './requests.ts'

const YEAR = 365

export const figureOperations = operations('Practice', {
  getFigures: get('/practice/:practiceId/figures', 'admin', {
    summary: 'Get usage figures of the practice',
    description:
      'Reminders are those due in the period, without cancelled ones. Animals and clients are counted as they are now.',
    query: {
      from: day('Inclusive. Absent: a year before the last day.'),
      until: day('Inclusive. Today at the latest, and if absent.'),
    },
    response: practiceFiguresSchema,
  }),
})

export function figureRoutes(services: Services): Hono<Env> {
  const { db, slowReads = db } = services
  return routes(services).on(figureOperations.getFigures, async ({ practiceId, query, now }) => {
    const today = localDay(now)
    const last = query.until ?? today
    const until = last < today ? last : today
    const from = query.from ?? addDays(until, -YEAR)
    if (from > last) throw invalidParameters({ parameter: 'until', code: 'range' })
    const [records, requests, clients, monthStarts] = await Promise.all([
      recordFigures(slowReads, practiceId, { from, until, today }),
      requestFigures(slowReads, practiceId, { from, until }),
      clientFigures(slowReads, practiceId),
      monthStartsOf(db, practiceId, now),
    ])
    return { from, until, ...records, requests, clients, monthStarts }
  }).app
}
