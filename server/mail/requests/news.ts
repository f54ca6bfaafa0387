import { REQUEST_OUTCOMES, type RequestKind, unseenBefore } from '#contract/request.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, MailKind, OutboxTable } from '#server/db/schema.ts'
import type { Mail, Ports } from '#server/ports.ts'

const ABOUT_REQUESTS: readonly MailKind[] = ['requests-new', 'requests-unseen', 'request-answered']

export const isAboutRequests = ({ kind }: { kind: MailKind }): boolean => ABOUT_REQUESTS.includes(kind)

type Row = Pick<OutboxTable, 'kind' | 'account_id' | 'practice_id' | 'details'>
type News = Pick<Mail, 'link' | 'requests'>

interface Asking {
  db: Database
  settings: Pick<Ports['settings'], 'publicUrl'>
}

/** What a mail about requests says as it is sent; undefined where there is nothing to tell any more. */
export async function requestNews({ db, settings }: Asking, row: Row, now: Date): Promise<News | undefined> {
  const { publicUrl } = settings
  if (row.practice_id === null) return undefined
  if (row.kind === 'request-answered') {
    const requestId = row.details === null ? undefined : parseStored('mailDetails', row.details)?.requestId
    const isToldOf = requestId !== undefined && (await mayReadAnswer(db, { requestId, accountId: row.account_id }))
    return isToldOf ? { link: `${publicUrl}/client/requests/${requestId}` } : undefined
  }
  const before = row.kind === 'requests-unseen' ? unseenBefore(now, await limitOf(db, row.practice_id)) : undefined
  const requests = await unseenRequests(db, { practiceId: row.practice_id, before })
  return requests.length > 0 ? { link: `${publicUrl}/admin/requests`, requests } : undefined
}

/** Within how many working days the practice sees them; undefined where it has set none. */
async function limitOf(db: Database, practiceId: string): Promise<number | undefined> {
  const settings = await db
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return settings && parseStored('requestSettings', settings.data)?.seenWithinDays
}

/** How many of each kind the practice has not seen; with a time, of those that were sent before it. */
async function unseenRequests(
  db: Database,
  { practiceId, before }: { practiceId: string; before: string | undefined },
): Promise<{ kind: RequestKind; count: number }[]> {
  let unseen = db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .where('request.practice_id', '=', practiceId)
    .where('request.state', '=', 'sent')
    .where('client.registered', '=', 1)
  if (before !== undefined) unseen = unseen.where('request.sent_at', '<', before)
  return await unseen
    .select((row) => ['request.kind', row.fn.countAll<number>().as('count')])
    .groupBy('request.kind')
    .orderBy('request.kind')
    .execute()
}

/** Whether the owner who asked can open it, answered or declined. */
async function mayReadAnswer(
  db: Database,
  { requestId, accountId }: { requestId: string; accountId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('request')
    .innerJoin('client', (join) =>
      join.onRef('client.uuid', '=', 'request.client_uuid').onRef('client.account_id', '=', 'request.account_id'),
    )
    .innerJoin('practice', 'practice.id', 'request.practice_id')
    .select('request.uuid')
    .where('request.uuid', '=', requestId)
    .where('request.state', 'in', REQUEST_OUTCOMES)
    .where('request.account_id', '=', accountId)
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}
