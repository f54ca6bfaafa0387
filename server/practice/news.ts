import { DAY_MS, momentAfter } from '#contract/dates.ts'
import type { AuditDetails } from '#contract/schemas/access-log.ts'
import type { PracticeNews } from '#contract/schemas/news.ts'
import type { AuditAction } from '#contract/access-log.ts'
import { NEWS_DAYS } from '#contract/practice.ts'
import type { Database } from '#server/db/schema.ts'
import { givenUpOf } from './given-up.ts'
import type { Json } from '#server/db/json.ts'
import { parseStored } from '#server/db/stored.ts'

const LATEST = 3

export async function newsOf(db: Database, practiceId: string, now: Date): Promise<PracticeNews> {
  const since = momentAfter(now, -NEWS_DAYS * DAY_MS)
  const trail = (action: AuditAction) =>
    db.selectFrom('audit').where('practice_id', '=', practiceId).where('at', '>=', since).where('action', '=', action)
  const [activated, activations, imports, givenUpMails] = await Promise.all([
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
    givenUpOf(db, { practiceId, since }),
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
    givenUpMails,
  }
}

function sumOf(details: Json<AuditDetails> | null): { added: number; updated: number } {
  const { changes = {} } = (details !== null && parseStored('auditDetails', details)) || {}
  const kinds = Object.values(changes)
  return {
    added: kinds.reduce((sum, { added }) => sum + added, 0),
    updated: kinds.reduce((sum, { updated }) => sum + updated, 0),
  }
}
