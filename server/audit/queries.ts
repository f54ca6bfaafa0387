import type { AuditDetails, AuditEntry } from '#contract/audit.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'
import { retentionStart } from './write.ts'

interface AuditSearch extends Paging {
  practiceId: string
  now: Date
}

/** A page of a practice's audit trail, newest first, with the total in one statement. */
export async function auditPage(db: Database, { practiceId, now, page, size }: AuditSearch): Promise<Page<AuditEntry>> {
  const kept = db.selectFrom('audit').where('practice_id', '=', practiceId).where('at', '>=', retentionStart(now))
  const rows = await db
    .with('page', () =>
      kept
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size),
    )
    .with('counted', () => kept.select((row) => row.fn.countAll<number>().as('total')))
    .selectFrom('counted')
    .leftJoin('page', (join) => join.onTrue())
    .selectAll()
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
  const content = rows.flatMap(({ at, action, account_id, account_name, client_uuid, client_name, details }) => {
    // Beyond the last page the left join yields the total alone.
    if (at === null || action === null) return []
    const entry: AuditEntry = { at, action }
    if (account_id !== null) entry.account = { id: account_id, name: account_name ?? '' }
    if (client_uuid !== null) entry.client = { uuid: client_uuid, name: client_name ?? '' }
    return [details === null ? entry : { ...entry, ...(JSON.parse(details) as AuditDetails) }]
  })
  return { content, page: pageInfo(page, size, rows[0]?.total ?? 0) }
}
