import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { fiveYears } from '#src/features/logbook/period.ts'
import { isFormer } from '#contract/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'

/**
 * Loads the logbook and the reminders, from which vaccinations are derived. `records` is undefined until all are loaded, because partial
 * data would show vaccinations as missing.
 */
export function useCardRecords(clientId: string, patientId: string, today: IsoDate) {
  const logbook = useQuery(logbookQueries.of(clientId, patientId, fiveYears(today)))
  const planned = useQuery(reminderQueries.whole(clientId, { active: true, patientId }))
  const done = useQuery(reminderQueries.whole(clientId, { active: false, patientId }))
  const queries = [logbook, planned, done]
  if (!logbook.data || !planned.data || !done.data) return { queries, records: undefined }
  // An API without the filter also sends reminders of other patients.
  const due = [...planned.data.content, ...done.data.content].filter(({ patientUuid }) => patientUuid === patientId)
  return { queries, records: { entries: logbook.data, due } }
}

interface Records {
  entries: readonly LogbookEntry[]
  due: readonly Reminder[]
}

/** Returns the vaccinations of a patient, without planned ones of an animal that has died or left. */
export const vaccinationsOfPatient = (patient: Patient, { entries, due }: Records, today: IsoDate): Vaccination[] =>
  vaccinationsOf(entries, isFormer(patient) ? due.filter(({ active }) => !active) : due, today)
