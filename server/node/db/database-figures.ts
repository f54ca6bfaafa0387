import { sql } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'
import { waitingMails } from '#server/mail/given-up.ts'

/**
 * Maximum number of practices per metric. The queries keep the oldest imports, the largest practices and the most
 * undelivered mails.
 */
export const MAX_PRACTICES = 500

export interface DatabaseFigures {
  mails: number
  oldestMail: string | null
  /** Events that wait for an active webhook. */
  events: number
  oldestEvent: string | null
  practices: number
  importsWaiting: number
  imports: { practice: string; at: string }[]
  clients: { practice: string; registered: number; unregistered: number }[]
  /** In the last 30 days. */
  mailsGivenUp: { practice: string; mails: number }[]
  successes: Schema['last_success'][]
  /** Whether a jump of the clock has stopped removals by age. */
  areRemovalsStopped: boolean
  givenUp: number
  quotas: { practice: string; clients: number | null; bytes: number | null }[]
}

export async function readDatabaseFigures(db: Database, now: Date): Promise<DatabaseFigures> {
  const { count: mails, since: oldestMail } = await waitingMails(db, now)
  const { events, oldestEvent } = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .select((row) => [row.fn.countAll<number>().as('events'), row.fn.min<string | null>('d.at').as('oldestEvent')])
    .where('d.state', '=', 'waiting')
    .where('e.state', '=', 'active')
    .executeTakeFirstOrThrow()
  const { practices } = await db
    .selectFrom('practice')
    .select((row) => row.fn.countAll<number>().as('practices'))
    .executeTakeFirstOrThrow()
  const { importsWaiting } = await db
    .selectFrom('import_run')
    .select((row) => row.fn.countAll<number>().as('importsWaiting'))
    // Literal values match the condition of the partial index.
    .where(sql<boolean>`state in ('waiting', 'running')`)
    .executeTakeFirstOrThrow()
  const imports = await db
    .with('times', (query) =>
      query.selectFrom('practice').select((row) => [
        'practice.id as practice',
        row
          .selectFrom('audit')
          .select('at')
          .whereRef('audit.practice_id', '=', 'practice.id')
          .where('action', '=', sql.lit('imported'))
          .orderBy('at', 'desc')
          .limit(1)
          .as('changed'),
        row
          .selectFrom('import_run')
          .select((run) => run.fn.max('ended_at').as('at'))
          .whereRef('import_run.practice_id', '=', 'practice.id')
          .where('state', '=', 'done')
          .as('sent'),
      ]),
    )
    .with('last_import', (query) =>
      query.selectFrom('times').select([
        'practice',
        // The later of the two: a sent export that changes nothing leaves no audit entry.
        sql<string | null>`case when sent is null or changed > sent then changed else sent end`.as('at'),
      ]),
    )
    .selectFrom('last_import')
    .select(['practice', 'at'])
    .where('at', 'is not', null)
    .$narrowType<{ at: string }>()
    .orderBy('at')
    .orderBy('practice')
    .limit(MAX_PRACTICES)
    .execute()
  const clients = await db
    .selectFrom('client_count')
    .innerJoin('practice', 'practice.id', 'client_count.practice_id')
    .select(['practice_id as practice', 'registered', 'unregistered'])
    // Practices with a quota come first, because alerts compare the clients with the quota.
    .orderBy((row) => row.case().when('most_clients', 'is', null).then(1).else(0).end())
    .orderBy((row) => row('registered', '+', row.ref('unregistered')), 'desc')
    .limit(MAX_PRACTICES)
    .execute()
  const mailsGivenUp = await db
    .selectFrom('given_up_mail')
    .select((row) => ['practice_id as practice', row.fn.countAll<number>().as('mails')])
    .where('practice_id', 'is not', null)
    .$narrowType<{ practice: string }>()
    .groupBy('practice_id')
    .orderBy('mails', 'desc')
    .limit(MAX_PRACTICES)
    .execute()
  const { givenUp } = await db
    .selectFrom('given_up_mail')
    .select((row) => row.fn.countAll<number>().as('givenUp'))
    .executeTakeFirstOrThrow()
  const successes = await db.selectFrom('last_success').selectAll().execute()
  const purgeClock = await db.selectFrom('purge_clock').select('stopped_at').executeTakeFirst()
  const areRemovalsStopped = (purgeClock?.stopped_at ?? null) !== null
  const quotas = await db
    .selectFrom('practice')
    .select(['id as practice', 'most_clients as clients', 'most_bytes as bytes'])
    .where((row) => row.or([row('most_clients', 'is not', null), row('most_bytes', 'is not', null)]))
    .execute()
  return {
    mails,
    oldestMail,
    events: Number(events),
    oldestEvent,
    practices,
    importsWaiting,
    imports,
    clients,
    mailsGivenUp,
    givenUp,
    successes,
    areRemovalsStopped,
    quotas,
  }
}
