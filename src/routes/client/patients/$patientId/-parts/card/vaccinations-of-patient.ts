import type { IsoDate } from '#contract/dates.ts'
import { isFormer } from '#contract/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'

interface Records {
  entries: readonly LogbookEntry[]
  due: readonly Reminder[]
}

/** Planned vaccinations of an animal that has died or left are left out. */
export const vaccinationsOfPatient = (patient: Patient, { entries, due }: Records, today: IsoDate): Vaccination[] =>
  vaccinationsOf(entries, isFormer(patient) ? due.filter(({ active }) => !active) : due, today)
