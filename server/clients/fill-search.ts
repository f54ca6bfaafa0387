import { sql } from 'kysely'
import { FILLED_AT_ONCE, fillIn } from '#server/db/fill-in.ts'
import { parseJson } from '#server/db/json.ts'
import { WITH_TELEPHONES, clientSearchText, patientSearch } from '#server/db/search-text.ts'
import type { Database } from '#server/db/schema.ts'

// Of clients and animals from before there was such a search, or that a server of the version before has loaded since.

/** As in the index by which they are found: without what the version of now looks for. */
const IS_OLD = sql<boolean>`(client.search_text is null or client.search_text not like ${sql.lit(WITH_TELEPHONES)})`

/** Backfills the search index in batches. */
export async function fillSearch(ports: { db: Database; stopping?: AbortSignal | undefined }): Promise<void> {
  for (const fill of [fillClients, fillPatients]) await fillIn(ports, fill)
}

async function fillClients(db: Database): Promise<number> {
  const clients = await db
    .selectFrom('client')
    .select(['uuid', 'client_number', 'email', 'call_name', 'first_name', 'company_name', 'phone', 'mobile'])
    .where(IS_OLD)
    .orderBy('uuid')
    .limit(FILLED_AT_ONCE)
    .execute()
  if (clients.length === 0) return 0
  const values = sql.join(clients.map((client) => sql`(${client.uuid}, ${clientSearchText(client)})`))
  await sql`with made (uuid, search_text) as (values ${values})
    update client set search_text = made.search_text from made
    where client.uuid = made.uuid and ${IS_OLD}`.execute(db)
  return clients.length
}

async function fillPatients(db: Database): Promise<number> {
  const patients = await db
    .selectFrom('patient')
    .innerJoin('client', 'client.uuid', 'patient.client_uuid')
    .select(['patient.uuid', 'client.practice_id', 'patient.name', 'patient.data'])
    .where('patient.search_name', 'is', null)
    .orderBy('patient.uuid')
    .limit(FILLED_AT_ONCE)
    .execute()
  if (patients.length === 0) return 0
  const values = sql.join(
    patients.map(({ uuid, practice_id, name, data }) => {
      const { chipNumber } = parseJson(data)
      const { search_name, search_words, chip_number } = patientSearch(name, chipNumber)
      return sql`(${uuid}, ${practice_id}, ${search_name}, cast(${search_words} as text), cast(${chip_number} as text))`
    }),
  )
  await sql`with made (uuid, practice_id, search_name, search_words, chip_number) as (values ${values})
    update patient set practice_id = made.practice_id, search_name = made.search_name,
      search_words = made.search_words, chip_number = made.chip_number
    from made where patient.uuid = made.uuid and patient.search_name is null`.execute(db)
  return patients.length
}
