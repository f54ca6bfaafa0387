import type { IsoDate } from '#contract/fields.ts'
import type { HerdMedicines } from '#contract/herd.ts'
import type { LogbookEntry, PatientLogbookEntry } from '#contract/logbook.ts'
import { isMedicine, medicineName } from '#contract/medicine.ts'
import { pageInfo } from '#contract/paging.ts'
import type { Patient } from '#contract/patient.ts'
import { breathe } from '#server/db/breathe.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import type { Paging } from '#server/http/paging.ts'

export interface MedicineFilter {
  /** Both inclusive. */
  startDate: IsoDate
  endDate: IsoDate
  /** Empty: all. */
  ubn: string
  /** By `medicineName`; empty: all. */
  medicine: string
}

/** So many entries are read at a time: others are answered in between, and no more of them are held. */
const AT_ONCE = 500

type Keeper = Pick<ClientRow, 'uuid' | 'ubn'>

/** Animals of a client, by their uuid. */
export async function animalsOf(db: Database, { uuid }: Keeper): Promise<Map<string, Patient>> {
  const rows = await db.selectFrom('patient').select(['uuid', 'data']).where('client_uuid', '=', uuid).execute()
  return new Map(rows.map((row) => [row.uuid, JSON.parse(row.data) as Patient]))
}

/** Where an animal is kept. */
export const ubnOf = (animal: Pick<Patient, 'ubn'> | undefined, { ubn }: Pick<Keeper, 'ubn'>): string | undefined =>
  animal?.ubn?.trim() || ubn || undefined

export const keeperOf = async (db: Database, clientId: string): Promise<Keeper> =>
  await db.selectFrom('client').select(['uuid', 'ubn']).where('uuid', '=', clientId).executeTakeFirstOrThrow()

interface Key {
  uuid: string
  patientUuid: string
}

/** The entries of a period, the latest first, by their keys only: an index has all of it. */
const keysOf = async (db: Database, keeper: Keeper, { startDate, endDate }: MedicineFilter): Promise<Key[]> =>
  await db
    .selectFrom('patient')
    .innerJoin('logbook_entry', 'logbook_entry.patient_uuid', 'patient.uuid')
    .select(['logbook_entry.uuid', 'logbook_entry.patient_uuid as patientUuid'])
    .where('patient.client_uuid', '=', keeper.uuid)
    .where('logbook_entry.date', '>=', startDate)
    .where('logbook_entry.date', '<=', endDate)
    .orderBy('logbook_entry.date', 'desc')
    .orderBy('logbook_entry.uuid', 'desc')
    .execute()

/** What was given to the animals of a UBN in a period, of whichever medicine, part by part. */
async function* medicinesGiven(
  db: Database,
  keeper: Keeper,
  filter: MedicineFilter,
): AsyncGenerator<PatientLogbookEntry[]> {
  const animals = filter.ubn ? await animalsOf(db, keeper) : undefined
  const keys = await keysOf(db, keeper, filter)
  const there = animals
    ? keys.filter(({ patientUuid }) => ubnOf(animals.get(patientUuid), keeper) === filter.ubn)
    : keys
  for (let from = 0; from < there.length; from += AT_ONCE) {
    await breathe()
    yield await entriesOf(db, there.slice(from, from + AT_ONCE))
  }
}

async function entriesOf(db: Database, keys: readonly Key[]): Promise<PatientLogbookEntry[]> {
  const rows = await db
    .selectFrom('logbook_entry')
    .select(['uuid', 'data'])
    .where(
      'uuid',
      'in',
      keys.map(({ uuid }) => uuid),
    )
    .execute()
  const byUuid = new Map(rows.map(({ uuid, data }) => [uuid, JSON.parse(data) as LogbookEntry]))
  // One that an import has taken away since is not there.
  return keys.flatMap(({ uuid, patientUuid }) => {
    const entry = byUuid.get(uuid)
    return entry && isMedicine(entry) ? [{ ...entry, patientUuid }] : []
  })
}

const isWanted = (entry: LogbookEntry, { medicine }: MedicineFilter) => !medicine || medicineName(entry) === medicine

/** Those of a filter, the latest first, part by part. */
export async function* herdMedicines(
  db: Database,
  keeper: Keeper,
  filter: MedicineFilter,
): AsyncGenerator<PatientLogbookEntry[]> {
  for await (const given of medicinesGiven(db, keeper, filter)) yield given.filter((entry) => isWanted(entry, filter))
}

/** Several of them, from a place in the list, and how many there are. */
export async function herdMedicinesFrom(
  db: Database,
  keeper: Keeper,
  filter: MedicineFilter,
  { from, most }: { from: number; most: number },
): Promise<{ entries: PatientLogbookEntry[]; total: number }> {
  const found: PatientLogbookEntry[] = []
  let total = 0
  for await (const entries of herdMedicines(db, keeper, filter)) {
    found.push(...entries.slice(Math.max(0, from - total), Math.max(0, from + most - total)))
    total += entries.length
  }
  return { entries: found, total }
}

export async function herdMedicinePage(
  db: Database,
  keeper: Keeper,
  filter: MedicineFilter,
  { page, size }: Paging,
): Promise<HerdMedicines> {
  const content: PatientLogbookEntry[] = []
  const names = new Set<string>()
  let total = 0
  for await (const given of medicinesGiven(db, keeper, filter)) {
    for (const entry of given) {
      names.add(medicineName(entry))
      if (!isWanted(entry, filter)) continue
      if (total >= page * size && content.length < size) content.push(entry)
      total += 1
    }
  }
  return { content, page: pageInfo(page, size, total), medicines: [...names].sort((a, b) => a.localeCompare(b, 'nl')) }
}
