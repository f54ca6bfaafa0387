import { sql } from 'kysely'
import type { Client } from '#contract/schemas/client.ts'
import { typedEntries, typedKeys } from '#contract/values.ts'
import { CLIENT_COLUMNS } from '#server/db/columns.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { Bit, ClientRow, Database } from '#server/db/schema.ts'
import { linesIn } from '#server/invoices/find.ts'
import type { ExportRecords } from '#server/import/records.ts'

export function clientOf(row: ClientRow): Client & { practiceId: string } {
  const texts: Partial<Record<keyof typeof CLIENT_COLUMNS, string | null>> = {}
  for (const [field, column] of typedEntries(CLIENT_COLUMNS)) texts[field] = row[column]
  return {
    uuid: row.uuid,
    practiceId: row.practice_id,
    lastName: row.last_name,
    locked: row.locked === 1,
    registered: row.registered === 1,
    ...present({ ...texts, registeredAt: row.registered_at }),
  }
}

/** Tables of a client's records, each with the column that orders them. */
const TABLES = {
  patient: ['patient', 'name'],
  reminder: ['reminder', 'date'],
  appointment: ['appointment', 'start'],
  visitForm: ['visit_form', 'date'],
  attachment: ['attachment', 'date'],
  invoice: ['invoice', 'date'],
  estimate: ['estimate', 'date'],
  logbookEntry: ['logbook_entry', 'date'],
} as const

export type ClientRecordKind = keyof typeof TABLES
export const CLIENT_RECORDS = typedKeys<ClientRecordKind>(TABLES)

/** Yields the records of one kind of clients in batches, the oldest of each client first. */
export async function* recordsOf<Kind extends ClientRecordKind>(
  db: Database,
  record: Kind,
  clients: readonly string[],
): AsyncGenerator<ExportRecords[Kind][]> {
  const [table, time] = TABLES[record]
  const owner = record === 'logbookEntry' ? 'patient_uuid' : 'client_uuid'
  const link = record === 'logbookEntry' ? 'patientUuid' : 'clientUuid'
  const isOfClients =
    record === 'logbookEntry'
      ? sql`patient_uuid in (select uuid from patient where ${isOneOf(db, 'client_uuid', clients)})`
      : isOneOf(db, 'client_uuid', clients)
  const { rows: keys } = await sql<{ uuid: string }>`select uuid from ${sql.table(table)} where ${isOfClients}
    order by ${sql.ref(owner)}, ${sql.ref(time)}, uuid`.execute(db)
  yield* inKeyBatches(
    keys.map(({ uuid }) => uuid),
    async (batch) => {
      const more = record === 'estimate' ? sql`, withdrawn` : record === 'invoice' ? sql`, lines` : sql``
      const { rows } = await sql<{ uuid: string; owner: string; data: never; withdrawn?: Bit; lines?: string | null }>`
        select uuid, ${sql.ref(owner)} as owner, data${more} from ${sql.table(table)} where ${isOneOf(db, 'uuid', batch)}`.execute(
        db,
      )
      return new Map(
        rows.map(({ uuid, owner: of, data, withdrawn, lines: column = null }) => {
          const lines = linesIn(column)
          const beside = { ...(withdrawn === 1 && { withdrawn: true }), ...(lines.length > 0 && { lines }) }
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each table has the records of its kind
          return [uuid, { ...beside, ...parseStored(record, data), uuid, [link]: of } as ExportRecords[Kind]]
        }),
      )
    },
  )
}
