import type { Selectable } from 'kysely'
import type { Practice } from '#contract/practice.ts'
import { present } from '#server/db/present.ts'
import type { Database, PracticeTable } from '#server/db/schema.ts'

/** What staff may change. */
export const CHANGEABLE = ['name', 'title', 'text', 'phone', 'website'] as const

const PUBLIC = ['id', 'name', 'title', 'text', 'phone', 'website', 'logo_url', 'locked'] as const

type PublicRow = Pick<Selectable<PracticeTable>, (typeof PUBLIC)[number]>

export async function practiceRow(db: Database, id: string): Promise<Selectable<PracticeTable>> {
  return await db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function wholePractice(row: Selectable<PracticeTable>): Practice {
  const { mana_id: manaId, email, iban } = row
  return { ...publicPractice(row), ...present({ manaId, email, iban }) }
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

export function publicPractice({
  id,
  name,
  title,
  text,
  phone,
  website,
  logo_url: logoUrl,
  locked,
}: PublicRow): Practice {
  return { id, name, ...present({ title, text, phone, website, logoUrl }), locked: locked === 1 }
}
