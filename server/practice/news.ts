import type { AuditAction, AuditDetails } from '#contract/audit.ts'
import { displayName } from '#contract/names.ts'
import { NEWS_DAYS, type PracticeNews } from '#contract/news.ts'
import type { Database } from '#server/db/schema.ts'

const LATEST = 3
const DAY_MS = 86_400_000

/** What happened at a practice in the last days. */
export async function newsOf(db: Database, practiceId: string, now: Date): Promise<PracticeNews> {
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS).toISOString()
  const trail = (action: AuditAction) =>
    db.selectFrom('audit').where('practice_id', '=', practiceId).where('at', '>=', since).where('action', '=', action)
  const mails = db
    .selectFrom('given_up_mail')
    .where('given_up_mail.practice_id', '=', practiceId)
    .where('given_up_at', '>=', since)
  const [activated, activations, imports, given, latestMails] = await Promise.all([
    trail('activated')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    trail('activated')
      .select(['at', 'client_uuid', 'client_name'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(LATEST)
      .execute(),
    trail('imported').select(['at', 'details']).orderBy('at', 'desc').orderBy('id', 'desc').limit(LATEST).execute(),
    mails.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    mails
      .leftJoin('client', (join) =>
        join
          .onRef('client.account_id', '=', 'given_up_mail.account_id')
          .onRef('client.practice_id', '=', 'given_up_mail.practice_id'),
      )
      .select([
        'given_up_at as at',
        'client.uuid',
        'client.company_name',
        'client.call_name',
        'client.first_name',
        'client.last_name',
      ])
      .orderBy('given_up_at', 'desc')
      .orderBy('given_up_mail.id')
      .limit(LATEST)
      .execute(),
  ])
  return {
    activations: {
      count: activated.count,
      latest: activations.map(({ at, client_uuid: uuid, client_name: name }) => ({
        at,
        ...(uuid !== null && { client: { uuid, name: name ?? '' } }),
      })),
    },
    imports: imports.map(({ at, details }) => ({ at, ...sumOf(details) })),
    givenUpMails: {
      count: given.count,
      latest: latestMails.map(({ at, uuid, company_name, call_name, first_name, last_name }) => {
        const name = displayName({
          companyName: company_name ?? undefined,
          callName: call_name ?? undefined,
          firstName: first_name ?? undefined,
          lastName: last_name ?? '',
        })
        return { at, ...(uuid !== null && { client: { uuid, name } }) }
      }),
    },
  }
}

function sumOf(details: string | null): { added: number; updated: number } {
  const { changes = {} } = JSON.parse(details ?? '{}') as AuditDetails
  const kinds = Object.values(changes)
  return {
    added: kinds.reduce((sum, { added }) => sum + added, 0),
    updated: kinds.reduce((sum, { updated }) => sum + updated, 0),
  }
}
