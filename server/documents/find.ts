import type { Invoice } from '#contract/invoice.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import type { Attachment } from '#contract/attachment.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { PaperId } from './types.ts'

/** A client's record, with its kind. */
export type Paper =
  | { kind: 'invoice'; record: Invoice }
  | { kind: 'visit-form'; record: VisitForm & { name?: undefined } }
  | { kind: 'attachment'; record: Attachment & { number?: undefined } }

const TABLES = { invoice: 'invoice', 'visit-form': 'visit_form', attachment: 'attachment' } as const

/** A paper of that client; to others it does not exist. */
export async function paperOf(db: Database, { kind, uuid }: PaperId, clientId: string): Promise<Paper> {
  const row = await db
    .selectFrom(TABLES[kind])
    .select('data')
    .where('uuid', '=', uuid.toLowerCase())
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new ProblemError('not-found')
  return { kind, record: JSON.parse(row.data) as object } as Paper
}
