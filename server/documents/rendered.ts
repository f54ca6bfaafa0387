import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import { animalNames } from '#server/animals/names.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { type LogoPorts, logoOf } from '#server/practice/logo.ts'
import { sellerOf } from '#server/practice/queries.ts'
import type { DocumentRecord } from './find.ts'
import { invoiceSheet } from './invoice-sheet.ts'
import type { Parties } from './parties.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import { textsIn } from '#server/texts.ts'
import { fileOf, versionOf } from '#server/files/send.ts'
import type { Ports } from '#server/ports.ts'
import { documentKey, renderedName, uploadedName } from './types.ts'
import { type Uploaded, uploadedType } from './uploaded.ts'
import { ublOf } from './ubl.ts'
import { visitFormSheet } from './visit-form-sheet.ts'

/** Returns the language of the client, also when staff open the document. */
export async function languageOf(db: Database, { account_id: accountId }: ClientRow): Promise<Language> {
  if (accountId === null) return DEFAULT_LANGUAGE
  const account = await db.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirst()
  return account?.language ?? DEFAULT_LANGUAGE
}

/** Returns the content of a rendered document; undefined for an attachment, which exists as a file only. */
async function sheetOf(
  ports: LogoPorts,
  document: DocumentRecord,
  client: ClientRow,
  language: Language,
): Promise<Sheet | undefined> {
  if (document.type === 'attachment') return undefined
  const parties = await loadParties(ports, client, language)
  if (document.type === 'invoice') return invoiceSheet(document.record, parties)
  const { patientUuid, patientName } = document.record
  const nameOf = await animalNames(ports.db, [patientUuid], language)
  return visitFormSheet({ ...document.record, patientName: nameOf(patientUuid, patientName) }, parties)
}

interface Opening {
  language: Language
  /** The row of a file that the practice uploaded for the document. */
  uploaded: Uploaded | undefined
  /** Whether the document has invented data, which it then says. */
  isSample?: boolean
}

/** Returns a document's uploaded file, or else the rendered one; undefined for an attachment without a file. */
export async function openDocument(
  ports: LogoPorts & Pick<Ports, 'files' | 'pdf'>,
  document: DocumentRecord,
  client: ClientRow,
  { language, uploaded, isSample = false }: Opening,
) {
  const { type: kind, record } = document
  const file = uploaded && (await ports.files.get(documentKey({ type: kind, uuid: record.uuid })))
  if (file) {
    const type = await uploadedType(record, uploaded, file)
    return { file, type, name: uploadedName(kind, record, { language, type }), version: uploaded.sha256 }
  }
  const sheet = await sheetOf(ports, document, client, language)
  if (!sheet) return undefined
  const content = await ports.pdf(isSample ? asSample(sheet) : sheet, client.practice_id)
  const name = renderedName(kind, record, language)
  return { file: fileOf(new Blob([content])), type: 'application/pdf', name, version: await versionOf(content) }
}

/** Returns an invoice as a UBL file, or the reason why there is none. */
export async function openUbl(
  ports: LogoPorts,
  invoice: ItemisedInvoice,
  client: ClientRow,
  { language, isSample = false }: Omit<Opening, 'uploaded'>,
) {
  const ubl = ublOf(invoice, { ...(await loadParties(ports, client, language)), isSample })
  if ('obstacle' in ubl) return ubl
  const content = new TextEncoder().encode(ubl.xml)
  const name = renderedName('invoice', invoice, language, 'xml')
  return { file: fileOf(new Blob([content])), type: 'application/xml', name, version: await versionOf(content) }
}

/** Returns the content with the words that mark a sample, in title and footer. */
export function asSample(sheet: Sheet): Sheet {
  const mark = textsIn(sheet.language).text('client.sample')
  return { ...sheet, title: `${sheet.title} · ${mark}`, name: `${sheet.name} · ${mark}` }
}

export async function loadParties(ports: LogoPorts, row: ClientRow, language: Language): Promise<Parties> {
  return { ...(await practiceParty(ports, row.practice_id)), client: clientParty(row), language }
}

export async function practiceParty(ports: LogoPorts, practiceId: string): Promise<Pick<Parties, 'practice' | 'logo'>> {
  const practice = await ports.db
    .selectFrom('practice')
    .select(['name', 'phone', 'website', 'email', 'iban', 'account_holder as accountHolder', 'logo_url', 'seller'])
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const { logo_url: logoUrl, name, seller: _, ...contact } = practice
  return {
    practice: { name, ...present({ ...contact, seller: sellerOf(practice) }) },
    logo: await logoOf(ports, logoUrl),
  }
}

export function clientParty(row: ClientRow): Parties['client'] {
  const { street, city, country } = row
  return {
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
}
