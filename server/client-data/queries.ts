import { type Page, type Sort, pageInfo } from '#contract/paging.ts'
import type { Patient } from '#contract/patient.ts'
import type { Reminder } from '#contract/reminder.ts'
import type { Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'

export async function patientsOf(db: Database, clientId: string): Promise<Patient[]> {
  const rows = await db
    .selectFrom('patient')
    .select('data')
    .where('client_uuid', '=', clientId)
    .orderBy('name')
    .orderBy('uuid')
    .execute()
  return rows.map(({ data }) => JSON.parse(data) as Patient)
}

interface ReminderSearch extends Paging {
  clientId: string
  sort: Sort
  active: boolean | undefined
}

export async function reminderPage(
  db: Database,
  { clientId, active, sort, page, size }: ReminderSearch,
): Promise<Page<Reminder>> {
  const direction = sort === 'date,asc' ? 'asc' : 'desc'
  const all = db
    .selectFrom('reminder')
    .where('client_uuid', '=', clientId)
    .$if(active !== undefined, (query) => query.where('active', '=', active ? 1 : 0))
  const rows = await db
    .with('page', () =>
      all
        .select(['date', 'uuid', 'data'])
        .orderBy('date', direction)
        .orderBy('uuid', direction)
        .limit(size)
        .offset(page * size),
    )
    .with('counted', () => all.select((row) => row.fn.countAll<number>().as('total')))
    .selectFrom('counted')
    .leftJoin('page', (join) => join.onTrue())
    .select(['counted.total', 'page.data'])
    .orderBy('page.date', direction)
    .orderBy('page.uuid', direction)
    .execute()
  const content = rows.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as Reminder]))
  return { content, page: pageInfo(page, size, rows[0]?.total ?? 0) }
}
