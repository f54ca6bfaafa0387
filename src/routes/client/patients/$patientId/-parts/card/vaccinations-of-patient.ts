import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { type Vaccination, vaccinationsOf } from '#contract/vaccination.ts'

interface Records {
  entries: readonly LogbookEntry[]
  due: readonly Reminder[]
}

/** What was still planned for the dead need not be told. */
export const vaccinationsOfPatient = (patient: Patient, { entries, due }: Records, today: IsoDate): Vaccination[] =>
  vaccinationsOf(entries, patient.deceasedDate ? due.filter(({ active }) => !active) : due, today)
