import type { Attachment } from '#contract/schemas/attachment.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Invoice } from '#contract/schemas/invoice.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { DOCUMENT_TABLES } from './file-names.ts'
import type { DocumentId, DocumentType } from './types.ts'

/** A record by its type. */
export type DocumentRecord =
  | { type: 'invoice'; record: Invoice }
  | { type: 'visit-form'; record: VisitForm & { name?: undefined } }
  | { type: 'attachment'; record: Attachment & { number?: undefined } }

const READERS: Record<DocumentType, (data: string) => DocumentRecord> = {
  invoice: (data) => ({ type: 'invoice', record: parseJson(data) }),
  'visit-form': (data) => ({ type: 'visit-form', record: parseJson(data) }),
  attachment: (data) => ({ type: 'attachment', record: parseJson(data) }),
}

/** Scoped to the client: throws `not-found` on a record of another. */
export async function findDocument(
  db: Database,
  { type, uuid }: DocumentId,
  clientId: string,
): Promise<DocumentRecord> {
  const row = await db
    .selectFrom(DOCUMENT_TABLES[type])
    .select('data')
    .where('uuid', '=', uuid.toLowerCase())
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new ProblemError('not-found')
  return READERS[type](row.data)
}
