import type { ItemisedInvoice } from '#contract/schemas/invoice.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'
import { isOneOf } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'

/** Returns an invoice of the client with its lines. Throws `not-found` for one of another client, or an unreadable one. */
export async function findInvoice(db: Database, clientId: string, invoiceId: string): Promise<ItemisedInvoice> {
  const row = await db
    .selectFrom('invoice')
    .select(['data', 'lines'])
    .where('uuid', '=', invoiceId.toLowerCase())
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  const invoice = row && parseStored('invoice', row.data)
  if (!invoice) throw new ProblemError('not-found')
  const lines = linesIn(row.lines)
  return lines.length > 0 ? { ...invoice, lines: await withAnimals(db, clientId, lines) } : invoice
}

/** Returns the lines of the column `lines` of an invoice. */
export const linesIn = (column: string | null): LineItem[] =>
  column === null ? [] : (parseStored('lineItems', column) ?? [])

/** Returns lines with the present key and name of each animal of the client. Other lines keep the name they have. */
export async function withAnimals(db: Database, clientId: string, lines: readonly LineItem[]): Promise<LineItem[]> {
  const stated = [...new Set(lines.flatMap(({ patientUuid }) => patientUuid ?? []))]
  const replaced = await db
    .selectFrom('replaced_record as r')
    .innerJoin('client as c', 'c.practice_id', 'r.practice_id')
    .select(['r.former', 'r.key'])
    .where('c.uuid', '=', clientId)
    .where('r.kind', '=', 'patient')
    .where(isOneOf(db, 'r.former', stated))
    .execute()
  const keys = new Map(replaced.map(({ former, key }) => [former, key]))
  const keyOf = (uuid: string) => keys.get(uuid) ?? uuid
  const animals = await db
    .selectFrom('patient')
    .select(['uuid', 'name'])
    .where('client_uuid', '=', clientId)
    .where(isOneOf(db, 'uuid', stated.map(keyOf)))
    .execute()
  const names = new Map(animals.map(({ uuid, name }) => [uuid, name]))
  return lines.map((line) => {
    if (!line.patientUuid) return line
    const patientUuid = keyOf(line.patientUuid)
    const patientName = names.get(patientUuid) ?? line.patientName
    return { ...line, patientUuid, ...(patientName && { patientName }) }
  })
}
