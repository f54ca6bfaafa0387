import type { Practice, PracticeChange } from '#contract/schemas/practice.ts'
import type { Selectable } from 'kysely'
import { present } from '#server/db/present.ts'
import type { Database, PracticeTable } from '#server/db/schema.ts'

/** What staff may change, and its columns. */
export const CHANGEABLE = {
  name: 'name',
  title: 'title',
  text: 'text',
  phone: 'phone',
  website: 'website',
  email: 'email',
  iban: 'iban',
  accountHolder: 'account_holder',
  bookingUrl: 'booking_url',
} as const satisfies Record<keyof PracticeChange, keyof PracticeTable>

const PUBLIC = ['id', ...Object.values(CHANGEABLE), 'logo_url', 'locked'] as const

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

export function publicPractice({
  id,
  name,
  title,
  text,
  phone,
  website,
  email,
  iban,
  account_holder: accountHolder,
  booking_url: bookingUrl,
  logo_url: logoUrl,
  locked,
}: PublicRow): Practice {
  const contact = present({ phone, website, email, iban, accountHolder, bookingUrl })
  return { id, name, ...present({ title, text, logoUrl }), ...contact, locked: locked === 1 }
}
