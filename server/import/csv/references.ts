import { sql } from 'kysely'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import { canonicalUsername } from '#contract/email.ts'
import { foldText } from '#contract/fold-name.ts'
import type { Database } from '#server/db/schema.ts'
import { keyText } from './cells.ts'

/** Result of a reference: the record's UUID, or the reason why there is none. */
export type Found = { uuid: string } | 'unknown' | 'ambiguous'

/** Finds the client or animal that a row names. */
export interface References {
  clientByNumber(number: string): Found
  clientByEmail(email: string): Found
  clientByName(name: string): Found
  patientByChip(chip: string): Found
  patientByName(name: string, clientUuid: string): Found
  clientOfPatient(uuid: string): string | undefined
}

/** Rows of one statement, so that memory stays low for large practices. */
const BATCH_SIZE = 5000

/** Maps texts to a UUID; a text of several records maps to `ambiguous`. */
class Index {
  readonly #uuids = new Map<string, string>()
  readonly #several = new Set<string>()

  add(text: string, uuid: string): void {
    if (text === '') return
    const present = this.#uuids.get(text)
    if (present !== undefined && present !== uuid) this.#several.add(text)
    this.#uuids.set(text, uuid)
  }

  find(text: string): Found {
    if (this.#several.has(text)) return 'ambiguous'
    const uuid = this.#uuids.get(text)
    return uuid === undefined ? 'unknown' : { uuid }
  }
}

/** Returns the words of a name in a fixed order, so that `Jansen, Piet` equals `Piet Jansen`. */
export const nameKey = (name: string): string => foldText(name).split(' ').toSorted().join(' ')

interface ClientName {
  uuid: string
  number: string | null
  email: string | null
  first: string | null
  call: string | null
  initials: string | null
  last: string | null
  company: string | null
}

const BY_PATIENT = ['patientNumber', 'patientChip', 'patientName', 'patientUuid']

/** Reads the clients and animals of a practice, as far as the mapping refers to them. */
export async function createReferences(db: Database, practiceId: string, mapping: CsvMapping): Promise<References> {
  const fields = new Set(mapping.columns.map(({ field }) => field))
  const has = (...names: string[]) => names.some((name) => fields.has(name))
  const [numbers, emails, names] = [new Index(), new Index(), new Index()]
  if (has('clientNumber', 'clientName', 'clientEmail')) {
    for await (const row of rowsOf<ClientName>(
      db,
      (after) => sql`
      select uuid, client_number as number, email, first_name as first, call_name as "call", initials,
        last_name as last, company_name as company
      from client where practice_id = ${practiceId} and uuid > ${after} order by uuid limit ${sql.lit(BATCH_SIZE)}`,
    )) {
      numbers.add(keyText(row.number ?? ''), row.uuid)
      if (fields.has('clientEmail')) emails.add(canonicalUsername(row.email ?? ''), row.uuid)
      if (fields.has('clientName')) for (const name of namesOf(row)) names.add(name, row.uuid)
    }
  }
  const [chips, ofClient, owners] = [new Index(), new Index(), new Map<string, string>()]
  if (has(...BY_PATIENT) || (mapping.kind === 'patient' && !fields.has('uuid'))) {
    for await (const row of rowsOf<{ uuid: string; client: string; name: string; chip: string | null }>(
      db,
      (after) => sql`
      select p.uuid, p.client_uuid as client, p.name, p.chip_number as chip
      from patient p join client c on c.uuid = p.client_uuid
      where c.practice_id = ${practiceId} and p.uuid > ${after} order by p.uuid limit ${sql.lit(BATCH_SIZE)}`,
    )) {
      owners.set(row.uuid, row.client)
      chips.add(keyText(row.chip ?? ''), row.uuid)
      ofClient.add(`${row.client} ${nameKey(row.name)}`, row.uuid)
    }
  }
  return {
    clientByNumber: (number) => numbers.find(keyText(number)),
    clientByEmail: (email) => emails.find(canonicalUsername(email.trim())),
    clientByName: (name) => names.find(nameKey(name)),
    patientByChip: (chip) => chips.find(keyText(chip)),
    patientByName: (name, clientUuid) => ofClient.find(`${clientUuid} ${nameKey(name)}`),
    clientOfPatient: (uuid) => owners.get(uuid),
  }
}

async function* rowsOf<Row extends { uuid: string }>(
  db: Database,
  statement: (after: string) => ReturnType<typeof sql>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const { rows } = await statement(after).execute(db)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller states the columns of its statement
    const found = rows as Row[]
    yield* found
    const last = found.at(-1)
    if (!last || found.length < BATCH_SIZE) return
    after = last.uuid
  }
}

/** Returns the ways in which people write the name of a client. */
function namesOf({ first, call, initials, last, company }: ClientName): Set<string> {
  const given = [first, call, initials, ''].map((name) => nameKey(`${name ?? ''} ${last ?? ''}`))
  return new Set([...given, nameKey(company ?? ''), nameKey(`${company ?? ''} ${last ?? ''}`)].filter(Boolean))
}
