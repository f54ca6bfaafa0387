import type { PracticeRequest } from '#contract/schemas/request.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, RequestTable } from '#server/db/schema.ts'

/** Maximum records that are searched for a medicine. */
const MAX_SEARCHED = 50

type Context = Pick<PracticeRequest, 'lastVisit' | 'lastMedicine'>

/** Returns the last visit and the last medicine of the animal of a request, for staff who answer it. */
export async function animalContextOf(
  db: Database,
  { client_uuid: clientId, patient_uuid: patientId }: Pick<RequestTable, 'client_uuid' | 'patient_uuid'>,
): Promise<Context> {
  if (patientId === null) return {}
  const visits = await db
    .selectFrom('visit_form')
    .select(['date', 'data'])
    .where('client_uuid', '=', clientId)
    .where('patient_uuid', '=', patientId)
    .orderBy('date', 'desc')
    .orderBy('uuid')
    .limit(MAX_SEARCHED)
    .execute()
  const entries = await db
    .selectFrom('logbook_entry')
    .select(['date', 'data'])
    .where('patient_uuid', '=', patientId)
    .orderBy('date', 'desc')
    .orderBy('uuid')
    .limit(MAX_SEARCHED)
    .execute()
  const forms = visits.map(({ date, data }) => ({ date, form: parseStored('visitForm', data) }))
  const medicines = [
    ...forms.flatMap(({ date, form }) => (form?.medication ?? []).map(({ product: name }) => ({ date, name }))),
    ...entries.flatMap(({ date, data }) => {
      const name = parseStored('logbookEntry', data)?.productName
      return name ? [{ date, name }] : []
    }),
  ].toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
  const [visit] = forms
  const [lastMedicine] = medicines
  return {
    ...(visit && { lastVisit: { date: visit.date, reason: visit.form?.reason } }),
    ...(lastMedicine && { lastMedicine }),
  }
}
