import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { type PatientBeingGiven, UNKNOWN_END_DAYS, beingGiven } from '#contract/being-given.ts'
import type { IsoDate } from '#contract/fields.ts'
import { addDays } from '#contract/withdrawal.ts'
import type { Database } from '#server/db/schema.ts'
import { parseJson } from '#server/db/json.ts'
import { patientsOf } from './queries.ts'

/** What the animals of a client are given on a day, animal by animal. */
export async function beingGivenOf(db: Database, clientId: string, day: IsoDate): Promise<PatientBeingGiven[]> {
  const [patients, visits, entries, notRepeated] = await Promise.all([
    patientsOf(db, clientId),
    visitsWithMedicine(db, clientId, day),
    entriesThatMayRun(db, clientId, day),
    productsNotRepeated(db, clientId),
  ])
  const visitsOf = Map.groupBy(visits, ({ patientUuid }) => patientUuid)
  const entriesOf = Map.groupBy(entries, ({ patientUuid }) => patientUuid)
  return patients.flatMap((patient) =>
    beingGiven(
      patient,
      {
        visits: visitsOf.get(patient.uuid) ?? [],
        entries: (entriesOf.get(patient.uuid) ?? []).map(({ entry }) => entry),
        notRepeated,
      },
      day,
    ).map((line) => ({ patientUuid: patient.uuid, ...line })),
  )
}

// A course may last for years, so that no date bounds these two; what cannot tell of one is left out by a word of its JSON.

async function visitsWithMedicine(db: Database, clientId: string, day: IsoDate): Promise<VisitForm[]> {
  const rows = await db
    .selectFrom('visit_form')
    .select('data')
    .where('client_uuid', '=', clientId)
    .where('date', '<=', day)
    .where('data', 'like', '%"medication"%')
    .execute()
  return rows.map(({ data }) => parseJson(data))
}

async function entriesThatMayRun(
  db: Database,
  clientId: string,
  day: IsoDate,
): Promise<{ patientUuid: string; entry: LogbookEntry }[]> {
  const rows = await db
    .selectFrom('logbook_entry')
    .innerJoin('patient', 'patient.uuid', 'logbook_entry.patient_uuid')
    .select(['logbook_entry.patient_uuid as patientUuid', 'logbook_entry.data'])
    .where('patient.client_uuid', '=', clientId)
    .where('logbook_entry.date', '<=', day)
    .where(({ or, eb }) =>
      or([
        eb('logbook_entry.date', '>=', addDays(day, -UNKNOWN_END_DAYS)),
        eb('logbook_entry.data', 'like', '%"durationDays"%'),
      ]),
    )
    .execute()
  return rows.map(({ patientUuid, data }) => ({ patientUuid, entry: parseJson(data) }))
}

async function productsNotRepeated(db: Database, clientId: string): Promise<string[]> {
  const row = await db
    .selectFrom('request_settings')
    .innerJoin('client', 'client.practice_id', 'request_settings.practice_id')
    .select('request_settings.data')
    .where('client.uuid', '=', clientId)
    .executeTakeFirst()
  return row ? (parseJson(row.data).productsNotRepeated ?? []) : []
}
