import type { Client } from '#contract/schemas/client.ts'
import { typedEntries } from '#contract/values.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import type { ExportRecord } from '#server/import/records.ts'

/** A client as an export has it. */
export function clientOf(row: ClientRow): Client & { practiceId: string } {
  return {
    uuid: row.uuid,
    practiceId: row.practice_id,
    lastName: row.last_name,
    locked: row.locked === 1,
    registered: row.registered === 1,
    ...present({
      companyName: row.company_name,
      callName: row.call_name,
      firstName: row.first_name,
      initials: row.initials,
      clientNumber: row.client_number,
      email: row.email,
      phone: row.phone,
      mobile: row.mobile,
      street: row.street,
      houseNumber: row.house_number,
      postalCode: row.postal_code,
      city: row.city,
      country: row.country,
      ubn: row.ubn,
      registeredAt: row.registered_at,
    }),
  }
}

/** The tables of what a client has, by the name of the record. */
const OF_CLIENT = {
  patient: 'patient',
  reminder: 'reminder',
  appointment: 'appointment',
  visitForm: 'visit_form',
  attachment: 'attachment',
  invoice: 'invoice',
} as const

/** All records of some clients, as an export has them. */
export async function recordsOf(db: Database, clients: readonly string[]): Promise<ExportRecord[]> {
  const records: object[] = []
  for (const [record, table] of typedEntries(OF_CLIENT)) {
    const rows = await db
      .selectFrom(table)
      .select(['uuid', 'client_uuid as clientUuid', 'data'])
      .where('client_uuid', 'in', clients)
      .orderBy('client_uuid')
      .orderBy('uuid')
      .execute()
    for (const { uuid, clientUuid, data } of rows)
      records.push({ record, ...parseStored(record, data), uuid, clientUuid })
  }
  const entries = await db
    .selectFrom('logbook_entry')
    .innerJoin('patient', 'patient.uuid', 'logbook_entry.patient_uuid')
    .select(['logbook_entry.uuid', 'logbook_entry.patient_uuid as patientUuid', 'logbook_entry.data'])
    .where('patient.client_uuid', 'in', clients)
    .orderBy('logbook_entry.patient_uuid')
    .orderBy('logbook_entry.uuid')
    .execute()
  for (const { uuid, patientUuid, data } of entries)
    records.push({ record: 'logbookEntry', ...parseStored('logbookEntry', data), uuid, patientUuid })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each table has the records of its kind
  return records as ExportRecord[]
}
