import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { calendarOf } from '#contract/calendar.ts'
import { calendarUrlSchema, urlSchema } from '#contract/schemas/session.ts'
import { accessToClient, requireUnlocked } from '#server/access/access-level.ts'
import { nameAmongOwn } from '#server/access/shared-account.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { languageOf } from '#server/documents/rendered.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { textsIn } from '#server/texts.ts'
import { get, operations, post, remove } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { createCalendarAddresses, feedById, feedIdOf, removeFeed, replaceFeed } from './feed.ts'
import { publishAppointments } from './appointments.ts'
import { publishReminders } from './events.ts'

const REFRESH_HOURS = 6
/** Limit of one feed; each device reads it a few times a day. */
const READS_PER_HOUR = 120

const path = '/clients/:clientId/calendar'

export const calendarOperations = operations('Client data', {
  getCalendarUrl: get(path, 'client owner', {
    summary: 'Get the URL of the reminder calendar; absent without a calendar',
    response: calendarUrlSchema,
  }),
  renewCalendarUrl: post(path, 'client owner', {
    summary: 'Create a new calendar URL and end the former one',
    response: urlSchema,
  }),
  endCalendarUrl: remove(path, 'client owner', { summary: 'End the calendar URL' }),
})

/** Routes of the URL of an owner's calendar. Staff never get the URL, because it stays valid when they have left. */
export function calendarRoutes(services: Services): Hono<Env> {
  const { db, settings } = services
  const addresses = createCalendarAddresses(services)
  const urlOf = async (c: Call, feedId: string) =>
    new URL(await addresses.pathOf(feedId), publicBaseUrl(c, settings.publicUrl)).href

  return routes(services)
    .on(calendarOperations.getCalendarUrl, async ({ c, clientId, accountId }) => {
      const id = await feedIdOf(db, { clientId, accountId })
      return id === undefined ? {} : { url: await urlOf(c, id) }
    })

    .on(calendarOperations.renewCalendarUrl, async ({ c, clientId, accountId }) => {
      const id = await inTransaction(db, (trx) => replaceFeed(trx, { clientId, accountId }))
      return { url: await urlOf(c, id) }
    })

    .on(calendarOperations.endCalendarUrl, async ({ clientId }) => {
      await inTransaction(db, (trx) => removeFeed(trx, clientId))
    }).app
}

/** Serves the calendar by its URL. Authorisation is checked on each read, as for a file. */
export function calendarFileRoutes(services: Services): Hono<Env> {
  const { db, clock, settings } = services
  const addresses = createCalendarAddresses(services)
  const limit = createRateLimit({ clock, limit: READS_PER_HOUR, windowMs: 3_600_000 })

  return new Hono<Env>().get('/calendar/:id/:signature/:name', etag(), async (c) => {
    const { id, signature } = c.req.param()
    await addresses.verify(id, signature)
    limit(c, id)
    const { clientId, practice, language, clientName } = await subscription(id)
    const { text } = textsIn(language)
    const description = [practice.name, practice.phone].filter(Boolean).join('\n')
    const named = clientName ? `${practice.name} (${clientName})` : practice.name
    const events = await publishReminders(db, { clientId, language, now: clock() })
    const appointments = await publishAppointments(db, {
      clientId,
      contact: description,
      address: practice.address ?? undefined,
      pageOf: (uuid) => `${settings.publicUrl}/client/visits/${uuid}`,
      language,
      now: clock(),
    })
    const calendar = calendarOf(
      [
        ...events.map(({ uuid, date, summary, sequence, changed_at: changedAt }) => ({
          uuid,
          date,
          summary,
          description,
          sequence,
          changedAt: new Date(changedAt),
        })),
        ...appointments,
      ],
      { name: text('reminders.from', { practice: named }), refreshHours: REFRESH_HOURS },
    )
    return c.body(calendar, 200, {
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename="dierenportaal.ics"',
      'content-type': 'text/calendar; charset=utf-8',
    })
  })

  async function subscription(feedId: string) {
    const feed = await feedById(db, feedId)
    if (!feed) throw new ProblemError('not-found')
    const subject = { accountId: feed.accountId, practiceId: null, staffRole: null }
    const { client, access } = await accessToClient(db, subject, feed.clientId)
    requireUnlocked(access)
    const practice = await db
      .selectFrom('practice')
      .select(['name', 'phone', 'address'])
      .where('id', '=', client.practice_id)
      .executeTakeFirstOrThrow()
    const clientName = await nameAmongOwn(db, {
      uuid: client.uuid,
      accountId: feed.accountId,
      practiceId: client.practice_id,
    })
    return { clientId: client.uuid, practice, language: await languageOf(db, client), clientName }
  }
}
