import type { Patient } from '#contract/schemas/patient.ts'
import { useQuery } from '@tanstack/react-query'
import type { BeingGiven } from '#contract/schemas/being-given.ts'
import { beingGiven } from '#contract/medication.ts'
import { isFormer } from '#contract/patient.ts'
import { beingGivenQueries } from '#src/api/medicines.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { fiveYears } from '#src/features/logbook/period.ts'
import type { IsoDate } from '#contract/dates.ts'

/** What one animal is given; nothing where it is not known. An API that does not tell is asked for what it is reckoned from. */
export function useBeingGiven(clientId: string, patient: Patient, today: IsoDate): BeingGiven[] {
  const enabled = !isFormer(patient)
  const { data } = useQuery({ ...beingGivenQueries.of(clientId, today), enabled })
  const isReckoned = enabled && data === null
  const visits = useQuery({ ...visitFormQueries.whole(clientId, patient.uuid), enabled: isReckoned })
  const logbook = useQuery({ ...logbookQueries.of(clientId, patient.uuid, fiveYears(today)), enabled: isReckoned })
  if (data) return data.filter(({ patientUuid, listedUntil }) => patientUuid === patient.uuid && listedUntil >= today)
  // By one of the two alone a new visit, or its end, would be missing.
  if (!isReckoned || !visits.data || !logbook.data) return []
  return beingGiven(patient, { visits: visits.data.content, entries: logbook.data }, today)
}
