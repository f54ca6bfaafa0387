import type { Practice } from '#contract/schemas/practice.ts'
import type { Selectable } from 'kysely'
import { recordOf, typedKeys } from '#contract/typed-entries.ts'
import { PRACTICE_COLUMNS } from '#server/db/practice-columns.ts'
import { present } from '#server/db/present.ts'
import type { Database, PracticeTable } from '#server/db/schema.ts'

const FIELDS = typedKeys(PRACTICE_COLUMNS)

const PUBLIC = ['id', ...Object.values(PRACTICE_COLUMNS), 'logo_url', 'locked'] as const

type PublicRow = Pick<Selectable<PracticeTable>, (typeof PUBLIC)[number]>

export async function practiceRow(db: Database, id: string): Promise<Selectable<PracticeTable>> {
  return await db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function wholePractice(row: Selectable<PracticeTable>): Practice {
  return { ...publicPractice(row), ...present({ manaId: row.mana_id }) }
}

/** The practices where an account is a registered client, locked ones included. */
export async function practicesOf(db: Database, accountId: string): Promise<Practice[]> {
  const rows = await db
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .select(PUBLIC.map((column) => `practice.${column}` as const))
    .where('client.account_id', '=', accountId)
    .where('client.registered', '=', 1)
    .execute()
  const byName = new Intl.Collator('nl').compare
  return rows.map(publicPractice).sort((one, other) => byName(one.name, other.name))
}

export function publicPractice(row: PublicRow): Practice {
  const { id, name, logo_url: logoUrl, locked } = row
  const texts = recordOf(FIELDS, (field) => row[PRACTICE_COLUMNS[field]])
  return { id, ...present({ ...texts, logoUrl }), name, locked: locked === 1 }
}
