import type { Patient } from '#contract/schemas/patient.ts'

/** What can be looked at beside the logbook. */
export const VIEWS = ['medicines', 'card', 'border', 'thread'] as const

export interface PatientSearch {
  /** Absent: the logbook. */
  show?: (typeof VIEWS)[number] | undefined
  /** As they were asked for, which need not be days. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Of the timeline: the kinds that are shown. Absent: all of them. */
  kinds?: string | undefined
}

export interface PatientProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  patient: Patient
}
