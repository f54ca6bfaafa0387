import { present } from '#server/db/present.ts'
import type { Database } from '#server/db/schema.ts'
import type { ExportRecord } from '#server/import/records.ts'
import { wholePractice } from '#server/practice/queries.ts'
import { clientOf, recordsOf } from './records.ts'

const CLIENTS = 200
/** Of logos that were uploaded; they are files of this server. */
const OWN_FILES = '/files/'

/**
 * A practice as its export has it, with all that `npm run import` loads, some records at a time; undefined if it does not exist.
 * For a consistent export, pass a snapshot.
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
    const some = clients.slice(from, from + CLIENTS).map(({ uuid }) => uuid)
    const rows = await db.selectFrom('client').selectAll().where('uuid', 'in', some).orderBy('uuid').execute()
    yield [...rows.map((row) => ({ record: 'client' as const, ...clientOf(row) })), ...(await recordsOf(db, some))]
  }
}

/** Its staff, also those who are staff of another practice first. */
async function staffOf(db: Database, practiceId: string): Promise<ExportRecord[]> {
  const columns = ['account.username', 'account.first_name as firstName', 'account.last_name as lastName'] as const
  const first = db
    .selectFrom('account')
    .select([...columns, 'account.language', 'account.staff_role as role'])
    .where('account.practice_id', '=', practiceId)
    .where('account.staff_role', 'is not', null)
    .$narrowType<{ role: 'CLINIC_USER' | 'CLINIC_ADMIN' }>()
  const further = db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select([...columns, 'account.language', 'membership.role'])
    .where('membership.practice_id', '=', practiceId)
    .where('membership.ended_at', 'is', null)
  const rows = [...(await first.execute()), ...(await further.execute())]
  return rows
    .toSorted((one, other) => (one.username < other.username ? -1 : 1))
    .map(({ username, firstName, lastName, language, role }) => ({
      record: 'user' as const,
      username,
      practiceId,
      roles: [role],
      language,
      ...present({ firstName, lastName }),
    }))
}
