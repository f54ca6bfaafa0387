import type { Selectable } from 'kysely'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import { present } from '#server/db/present.ts'
import type { ClientTable, Database } from '#server/db/schema.ts'
import { logoBytes } from '#server/practice/logo.ts'
import type { Ports } from '#server/ports.ts'
import type { Paper } from './find.ts'
import { invoiceSheet } from './invoice-sheet.ts'
import type { Parties } from './parties.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import { visitFormSheet } from './visit-form-sheet.ts'

type Client = Selectable<ClientTable>

/** The language of a client who reads papers here. */
export async function languageOf(db: Database, { account_id: accountId }: Client): Promise<Language> {
  if (accountId === null) return DEFAULT_LANGUAGE
  const account = await db.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirst()
  return account?.language ?? DEFAULT_LANGUAGE
}

/** A paper as its client reads it; undefined where there is nothing to make it from. */
export async function sheetOf(
  place: Pick<Ports, 'db' | 'files'>,
  paper: Paper,
  client: Client,
  language: Language,
): Promise<Sheet | undefined> {
  if (paper.kind === 'attachment') return undefined
  const parties = await partiesAround(place, client, language)
  return paper.kind === 'invoice' ? invoiceSheet(paper.record, parties) : visitFormSheet(paper.record, parties)
}

async function partiesAround(
  { db, files }: Pick<Ports, 'db' | 'files'>,
  row: Client,
  language: Language,
): Promise<Parties> {
  const practice = await db
    .selectFrom('practice')
    .select(['name', 'phone', 'website', 'email', 'iban', 'logo_url'])
    .where('id', '=', row.practice_id)
    .executeTakeFirstOrThrow()
  const { logo_url: logoUrl, name, ...contact } = practice
  const { street, city, country } = row
  const client = {
    lastName: row.last_name,
    ...present({
      companyName: row.company_name,
      callName: row.call_name,
      firstName: row.first_name,
      clientNumber: row.client_number,
      street,
      houseNumber: row.house_number,
      postalCode: row.postal_code,
      city,
      country,
    }),
  }
  return { practice: { name, ...present(contact) }, logo: await logoBytes({ db, files }, logoUrl), client, language }
}
