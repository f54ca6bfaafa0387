import { sql } from 'kysely'
import { clientNames, clientSearchText, isUnfolded, patientSearch } from '#server/db/search-text.ts'
import { FILL_BATCH_SIZE, fillIn } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'

/** Folds names of clients and animals that a server of an earlier version has written, in batches. */
export async function fillSearch(ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> {
  for (const fill of [fillClients, fillPatients]) await fillIn(ports, fill)
}

async function fillClients(db: Database): Promise<number> {
  const clients = await db
    .selectFrom('client')
    .selectAll()
    .where(isUnfolded('client.search_text'))
    .orderBy('uuid')
    .limit(FILL_BATCH_SIZE)
    .execute()
  if (clients.length === 0) return 0
  const values = sql.join(
    clients.map((client) => {
      const { last_name, first_name, call_name, company_name } = client
      const { sort_name } = clientNames(last_name, first_name || call_name, company_name)
      return sql`(${client.uuid}, ${clientSearchText(client)}, ${sort_name})`
    }),
  )
  await sql`with made (uuid, search_text, sort_name) as (values ${values})
    update client set search_text = made.search_text, sort_name = made.sort_name from made
    where client.uuid = made.uuid and ${isUnfolded('client.search_text')}`.execute(db)
  return clients.length
}

async function fillPatients(db: Database): Promise<number> {
  const patients = await db
    .selectFrom('patient')
    .innerJoin('client', 'client.uuid', 'patient.client_uuid')
    .select(['patient.uuid', 'client.practice_id', 'patient.name', 'patient.data'])
    .where(isUnfolded('patient.search_name'))
    .orderBy('patient.uuid')
    .limit(FILL_BATCH_SIZE)
    .execute()
  if (patients.length === 0) return 0
  const values = sql.join(
    patients.map(({ uuid, practice_id, name, data }) => {
      const { chipNumber } = parseStored('patient', data) ?? {}
      const { search_name, search_words, chip_number } = patientSearch(name, chipNumber)
      return sql`(${uuid}, ${practice_id}, ${search_name}, cast(${search_words} as text), cast(${chip_number} as text))`
    }),
  )
  await sql`with made (uuid, practice_id, search_name, search_words, chip_number) as (values ${values})
    update patient set practice_id = made.practice_id, search_name = made.search_name,
      search_words = made.search_words, chip_number = made.chip_number
    from made where patient.uuid = made.uuid and ${isUnfolded('patient.search_name')}`.execute(db)
  return patients.length
}
