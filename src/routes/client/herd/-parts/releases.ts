import type { PatientLogbookEntry } from '#contract/logbook.ts'
import type { Patient } from '#contract/patient.ts'
import { type Food, type Withdrawal, addDays, runningWithdrawals } from '#contract/withdrawal.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { groupBy } from '#src/lib/group-by.ts'

/** An animal, or a group of a herd, of which something may not be delivered yet. */
export interface Release {
  patient: Patient
  withdrawal: Withdrawal
  /** The first day on which it may be. */
  day: IsoDate
}

/** Of each food what is released first, first. */
export function releasesOf(
  patients: readonly Patient[],
  entries: readonly PatientLogbookEntry[],
  today: IsoDate,
): Map<Food, Release[]> {
  const ofPatient = groupBy(entries, ({ patientUuid }) => patientUuid)
  const releases = patients.flatMap((patient) =>
    runningWithdrawals(ofPatient.get(patient.uuid) ?? [], today).map((withdrawal): Release => ({
      patient,
      withdrawal,
      day: addDays(withdrawal.until, 1),
    })),
  )
  // The patients came by their names, and a sort keeps that order within a day.
  releases.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return groupBy(releases, ({ withdrawal }) => withdrawal.food)
}

export interface ReleaseDay {
  day: IsoDate
  /** Also of those that are not shown. */
  count: number
  shown: Release[]
}

/** As many as are shown, by day. */
export function releaseDays(releases: readonly Release[], most: number): ReleaseDay[] {
  const counts = new Map<IsoDate, number>()
  for (const { day } of releases) counts.set(day, (counts.get(day) ?? 0) + 1)
  const shown = groupBy(releases.slice(0, most), ({ day }) => day)
  return [...shown].map(([day, ofDay]) => ({ day, count: counts.get(day)!, shown: ofDay }))
}
