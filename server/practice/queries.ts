import { groupBy } from '#contract/group-by.ts'
import type { OwnPractice, Practice } from '#contract/schemas/practice.ts'
import type { Selectable } from 'kysely'
import { recordOf, typedKeys } from '#contract/typed-entries.ts'
import { LIST_COLUMNS, toListItem } from '#server/clients/client-row.ts'
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

/** The practices where an account has registered clients, locked ones included; with the clients where it has several. */
export async function practicesOf(db: Database, accountId: string): Promise<OwnPractice[]> {
  const clients = await db
    .selectFrom('client')
    .select([...LIST_COLUMNS, 'practice_id'])
    .where('account_id', '=', accountId)
    .where('registered', '=', 1)
    .orderBy('sort_name')
    .orderBy('uuid')
    .execute()
  const byPractice = groupBy(clients, ({ practice_id: id }) => id)
  if (byPractice.size === 0) return []
  const rows = await db
    .selectFrom('practice')
    .select(PUBLIC)
    .where('id', 'in', [...byPractice.keys()])
    .execute()
  const byName = new Intl.Collator('nl').compare
  return rows
    .map((row) => {
      const own = byPractice.get(row.id) ?? []
      return { ...publicPractice(row), ...(own.length > 1 && { clients: own.map(toListItem) }) }
    })
    .sort((one, other) => byName(one.name, other.name))
}

export function publicPractice(row: PublicRow): Practice {
  const { id, name, logo_url: logoUrl, locked } = row
  const texts = recordOf(FIELDS, (field) => row[PRACTICE_COLUMNS[field]])
  return { id, ...present({ ...texts, logoUrl }), name, locked: locked === 1 }
}
