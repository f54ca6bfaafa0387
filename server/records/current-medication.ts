import { sql } from 'kysely'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { PatientMedication } from '#contract/schemas/current-medication.ts'
import { type MedicineSources, UNKNOWN_END_DAYS, currentMedication } from '#contract/medication.ts'
import { isFormer } from '#contract/patient.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { BATCH_SIZE, inBatches } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { parseAllStored, parseStored } from '#server/db/stored.ts'
import { entriesOfAnimals } from './entries.ts'
import { patientsOf } from './queries.ts'

/** Yields the current medication of a client's animals on a day, in batches of animals. */
export async function* currentMedicationOf(
  db: Database,
  clientId: string,
  day: IsoDate,
): AsyncGenerator<PatientMedication[]> {
  const notRepeated = await productsNotRepeated(db, clientId)
  const visits = await visitsWithMedicine(db, clientId, day)
  for await (const batch of patientsOf(db, clientId)) {
    const patients = parseAllStored(
      'patient',
      batch.map((data) => ({ data })),
    )
    const entriesOf = await entriesThatMayRun(db, patients, day)
    yield patients.flatMap((patient) => {
      const sources = {
        visits: visits.get(patient.uuid) ?? [],
        entries: entriesOf.get(patient.uuid) ?? [],
        notRepeated,
      }
      return currentMedication(patient, sources, day).map((line) => ({ patientUuid: patient.uuid, ...line }))
    })
  }
}

type Visit = MedicineSources['visits'][number]

/**
 * Returns the client's visit forms with medication by animal. A course may last for years, so there is no earliest
 * date.
 */
async function visitsWithMedicine(db: Database, clientId: string, day: IsoDate): Promise<Map<string, Visit[]>> {
  const found = new Map<string, Visit[]>()
  let after = { date: '', uuid: '' }
  await inBatches({}, async () => {
    const rows = await db
      .selectFrom('visit_form')
      .select(['uuid', 'date', 'data'])
      .where('client_uuid', '=', clientId)
      .where('date', '<=', day)
      .where(sql<boolean>`(date, uuid) > (${after.date}, ${after.uuid})`)
      .orderBy('date')
      .orderBy('uuid')
      .limit(BATCH_SIZE)
      .execute()
    for (const { data } of rows.filter((row) => row.data.includes('"medication"'))) {
      const { uuid, date, medication, patientUuid } = parseStored('visitForm', data) ?? {}
      if (!uuid || !date || !patientUuid) continue
      const others = found.get(patientUuid)
      if (others) others.push({ uuid, date, medication })
      else found.set(patientUuid, [{ uuid, date, medication }])
    }
    after = rows.at(-1) ?? after
    return rows.length < BATCH_SIZE ? 'last' : 'more'
  })
  return found
}

/**
 * Returns logbook entries with possibly running courses by animal. A course of unknown length is listed for a
 * limited time; other courses may last for years.
 */
async function entriesThatMayRun(
  db: Database,
  patients: readonly Patient[],
  day: IsoDate,
): Promise<Map<string, LogbookEntry[]>> {
  const found = new Map<string, LogbookEntry[]>()
  const oldest = addDays(day, -UNKNOWN_END_DAYS)
  const current = patients.flatMap((patient) => (isFormer(patient) ? [] : patient.uuid))
  const mayRun = ({ date, data }: { date: IsoDate; data: string }) => date >= oldest || data.includes('"durationDays"')
  for await (const entries of entriesOfAnimals(db, current, { startDate: '', endDate: day }, mayRun)) {
    for (const entry of entries) {
      const others = found.get(entry.patientUuid)
      if (others) others.push(entry)
      else found.set(entry.patientUuid, [entry])
    }
  }
  return found
}

async function productsNotRepeated(db: Database, clientId: string): Promise<string[]> {
  const row = await db
    .selectFrom('request_settings')
    .innerJoin('client', 'client.practice_id', 'request_settings.practice_id')
    .select('request_settings.data')
    .where('client.uuid', '=', clientId)
    .executeTakeFirst()
  return (row && parseStored('requestSettings', row.data)?.productsNotRepeated) ?? []
}
