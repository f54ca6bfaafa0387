import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { StaffRole } from '#contract/roles.ts'
import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import type { ExportRecord } from '#server/import/records.ts'
import { activeMemberships, namesAt } from '#server/memberships/members.ts'
import { wholePractice } from '#server/practice/queries.ts'
import { CLIENT_RECORDS, clientOf, recordsOf } from './records.ts'

const CLIENTS = 200
/** URL prefix of uploaded logos, which are files of this server. */
const OWN_FILES = '/files/'

/**
 * Returns a practice in the form of an export, with all data that `npm run import` loads, in batches. Returns
 * undefined if there is no such practice. Pass a snapshot for a consistent export.
 */
export async function exportPractice(
  db: Database,
  practiceId: string,
): Promise<AsyncGenerator<ExportRecord[]> | undefined> {
  const row = await db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirst()
  if (!row) return undefined
  const logo = row.logo_url?.startsWith(OWN_FILES) ? row.imported_logo_url : row.logo_url
  return recordsOfPractice(db, practiceId, { record: 'practice', ...wholePractice({ ...row, logo_url: logo }) })
}

async function* recordsOfPractice(
  db: Database,
  practiceId: string,
  practice: ExportRecord,
): AsyncGenerator<ExportRecord[]> {
  yield [practice, ...(await staffOf(db, practiceId))]
  const clients = await db
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', practiceId)
    .orderBy('uuid')
    .execute()
  for (let from = 0; from < clients.length; from += CLIENTS) {
    const batch = clients.slice(from, from + CLIENTS).map(({ uuid }) => uuid)
    const rows = await db.selectFrom('client').selectAll().where('uuid', 'in', batch).orderBy('uuid').execute()
    yield rows.map((row) => ({ record: 'client', ...clientOf(row) }))
    for (const record of CLIENT_RECORDS)
      for await (const records of recordsOf(db, record, batch))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of the kind
        yield records.map((each) => ({ record, ...each }) as ExportRecord)
  }
}

/** Returns the practice's staff, including staff whose first membership is at another practice. */
async function staffOf(db: Database, practiceId: string): Promise<ExportRecord[]> {
  const { rows } = await sql<{ id: string; username: string; language: Language; role: StaffRole }>`
    select a.id, a.username, a.language, w.role from ${activeMemberships} w join account a on a.id = w.account_id
    where w.practice_id = ${practiceId}`.execute(db)
  const names = await namesAt(
    db,
    practiceId,
    rows.map(({ id }) => id),
  )
  return rows
    .toSorted((one, other) => (one.username < other.username ? -1 : 1))
    .map(({ id, username, language, role }) => {
      const { firstName, lastName } = names.get(id) ?? {}
      return {
        record: 'user' as const,
        username,
        practiceId,
        roles: [role],
        language,
        ...present({ firstName, lastName }),
      }
    })
}
