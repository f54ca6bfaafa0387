import type { LogbookEntry, PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { inKeyBatches, isOneOf, yieldToEventLoop } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import type { Json } from '#server/db/json.ts'
import { parseStored } from '#server/db/stored.ts'

// Reads logbook entries in parts, because a herd may have as many entries as a practice has clients. Searches keep
// only the keys of their entries.

export interface Period {
  /** Both days are inclusive. */
  startDate: IsoDate
  endDate: IsoDate
}

/** Number of entries read at a time. The event loop serves other calls between two reads. */
const BATCH_SIZE = 500
/** Number of animals counted at a time. Counting uses an index, so more animals fit in the same time. */
const COUNT_BATCH_SIZE = 500

interface Part {
  animals: string[]
  count: number
}

/** Yields the entries of animals in parts, in no order. `isWanted` runs before the JSON of an entry is parsed. */
export async function* entriesOfAnimals(
  db: Database,
  animals: readonly string[],
  period: Period,
  isWanted: (row: { date: IsoDate; data: string }) => boolean = () => true,
): AsyncGenerator<(PatientLogbookEntry & Key)[]> {
  for (let from = 0; from < animals.length; from += COUNT_BATCH_SIZE) {
    for (const part of await partsOf(db, animals.slice(from, from + COUNT_BATCH_SIZE), period)) {
      let after: { date: string; uuid: string } | undefined
      do {
        await yieldToEventLoop()
        const rows = await readPart(db, part, period, after)
        yield rows.filter(isWanted).flatMap(entryOf)
        after = part.animals.length === 1 && rows.length === BATCH_SIZE ? rows.at(-1) : undefined
      } while (after)
    }
  }
}

/** Divides animals into parts: several animals with few entries together, or a single animal with many entries. */
async function partsOf(db: Database, animals: readonly string[], { startDate, endDate }: Period): Promise<Part[]> {
  const counts = await db
    .selectFrom('logbook_entry')
    .select(['patient_uuid as animal', (row) => row.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'patient_uuid', animals))
    .where('date', '>=', startDate)
    .where('date', '<=', endDate)
    .groupBy('patient_uuid')
    .execute()
  const parts: Part[] = []
  for (const { animal, count } of counts) {
    const last = parts.at(-1)
    if (last && last.count + Number(count) <= BATCH_SIZE) {
      last.animals.push(animal)
      last.count += Number(count)
    } else parts.push({ animals: [animal], count: Number(count) })
  }
  return parts
}

async function readPart(
  db: Database,
  { animals }: Part,
  { startDate, endDate }: Period,
  after: { date: string; uuid: string } | undefined,
) {
  let entries = db
    .selectFrom('logbook_entry')
    .select(['uuid', 'date', 'patient_uuid as patientUuid', 'data'])
    .where(isOneOf(db, 'patient_uuid', animals))
    .where('date', '>=', startDate)
    .where('date', '<=', endDate)
  if (after) entries = entries.where(sql<boolean>`(date, uuid) > (${after.date}, ${after.uuid})`)
  if (animals.length === 1) entries = entries.orderBy('date').orderBy('uuid').limit(BATCH_SIZE)
  return await entries.execute()
}

export interface Key {
  uuid: string
  patientUuid: string
  date: IsoDate
}

export async function* entriesOfKeys(db: Database, keys: readonly Key[]): AsyncGenerator<PatientLogbookEntry[]> {
  const animals = new Map(keys.map(({ uuid, patientUuid }) => [uuid, patientUuid]))
  yield* inKeyBatches([...animals.keys()], async (batch) => {
    const rows = await db
      .selectFrom('logbook_entry')
      .select(['uuid', 'data'])
      .where(isOneOf(db, 'uuid', batch))
      .execute()
    const entries = rows.flatMap((row) => entryOf({ ...row, patientUuid: animals.get(row.uuid) ?? '' }))
    return new Map(entries.map((entry) => [entry.uuid, entry]))
  })
}

/** Returns all entries of the keys in one array; only for few keys. */
export async function entriesOf(db: Database, keys: readonly Key[]): Promise<PatientLogbookEntry[]> {
  const found: PatientLogbookEntry[] = []
  for await (const entries of entriesOfKeys(db, keys)) found.push(...entries)
  return found
}

function entryOf({ uuid, patientUuid, data }: { uuid: string; patientUuid: string; data: Json<LogbookEntry> }) {
  const entry = parseStored('logbookEntry', data)
  return entry ? [{ ...entry, uuid, patientUuid }] : []
}
