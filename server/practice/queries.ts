import { groupBy, recordOf, typedKeys } from '#contract/values.ts'
import type { OwnPractice, Practice } from '#contract/schemas/practice.ts'
import type { Selectable } from 'kysely'
import { LIST_COLUMNS, toListItem } from '#server/clients/client-row.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import { PRACTICE_COLUMNS } from '#server/db/columns.ts'
import { present } from '#server/db/present.ts'
import type { Database, PracticeTable } from '#server/db/schema.ts'
import { type Stored, parseStored } from '#server/db/stored.ts'

const FIELDS = typedKeys(PRACTICE_COLUMNS)

const PUBLIC = ['id', ...Object.values(PRACTICE_COLUMNS), 'logo_url', 'locked'] as const

type PublicRow = Pick<Selectable<PracticeTable>, (typeof PUBLIC)[number]>

export async function practiceRow(db: Database, id: string): Promise<Selectable<PracticeTable>> {
  return await db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function wholePractice(row: Selectable<PracticeTable>): Practice {
  return { ...publicPractice(row), ...present({ manaId: row.mana_id, seller: sellerOf(row) }) }
}

/**
 * Yields the practices where an account has registered clients, by name, including locked practices. The clients
 * are listed if there are several.
 */
export async function* practicesOf(db: Database, accountId: string): AsyncGenerator<OwnPractice[]> {
  const named = await db
    .selectFrom('practice')
    .innerJoin('client', 'client.practice_id', 'practice.id')
    .select(['practice.id', 'practice.name'])
    .where('client.account_id', '=', accountId)
    .where('client.registered', '=', 1)
    .distinct()
    .execute()
  const byName = new Intl.Collator('nl').compare
  const ids = named.toSorted((one, other) => byName(one.name, other.name)).map(({ id }) => id)
  yield* inKeyBatches(ids, async (batch) => {
    const practices = await db
      .selectFrom('practice')
      .select(PUBLIC)
      .where(isOneOf(db, 'id', batch))
      .execute()
    const clients = await clientsOf(db, accountId, batch)
    return new Map(
      practices.map((row) => {
        const own = clients.get(row.id) ?? []
        return [row.id, { ...publicPractice(row), ...(own.length > 1 && { clients: own.map(toListItem) }) }]
      }),
    )
  })
}

async function clientsOf(db: Database, accountId: string, practices: readonly string[]) {
  const clients = await db
    .selectFrom('client')
    .select([...LIST_COLUMNS, 'practice_id'])
    .where('account_id', '=', accountId)
    .where('registered', '=', 1)
    .where(isOneOf(db, 'practice_id', practices))
    .orderBy('sort_name')
    .orderBy('uuid')
    .execute()
  return groupBy(clients, ({ practice_id: id }) => id)
}

/** Returns the seller of a practice; null for none. */
export const sellerOf = ({ seller }: Pick<Selectable<PracticeTable>, 'seller'>): Stored['seller'] | null =>
  seller === null ? null : (parseStored('seller', seller) ?? null)

/** Returns the data of a practice for its clients, who see the seller on invoices only. */
export function publicPractice(row: PublicRow): Practice {
  const { id, name, logo_url: logoUrl, locked, opening_hours: hours } = row
  const texts = recordOf(FIELDS, (field) => row[PRACTICE_COLUMNS[field]])
  const openingHours = hours === null ? null : (parseStored('openingHours', hours) ?? null)
  return { id, ...present({ ...texts, logoUrl, openingHours, seller: null }), name, locked: locked === 1 }
}
