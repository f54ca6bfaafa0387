import type { Attachment } from '#contract/schemas/attachment.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { findInvoice } from '#server/invoices/find.ts'
import { DOCUMENT_TABLES } from './file-names.ts'
import type { DocumentId, DocumentType } from './types.ts'

export type DocumentRecord =
  | { type: 'invoice'; record: ItemisedInvoice }
  | { type: 'visit-form'; record: VisitForm & { name?: undefined } }
  | { type: 'attachment'; record: Attachment & { number?: undefined } }

function readRecord(type: Exclude<DocumentType, 'invoice'>, data: string): DocumentRecord | undefined {
  if (type === 'visit-form') return recordOf(type, parseStored('visitForm', data))
  return recordOf(type, parseStored('attachment', data))
}

const recordOf = <Type extends string, Record>(type: Type, record: Record | undefined) => record && { type, record }

/** Returns a record of the client. Throws `not-found` for a record of another client, and for an unreadable record. */
export async function findDocument(
  db: Database,
  { type, uuid }: DocumentId,
  clientId: string,
): Promise<DocumentRecord> {
  if (type === 'invoice') return { type, record: await findInvoice(db, clientId, uuid) }
  const row = await db
    .selectFrom(DOCUMENT_TABLES[type])
    .select('data')
    .where('uuid', '=', uuid.toLowerCase())
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  const found = row && readRecord(type, row.data)
  if (!found) throw new ProblemError('not-found')
  return found
}
