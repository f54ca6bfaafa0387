import type { Practice } from '#contract/schemas/practice.ts'
import type { Visit } from '#src/api/visits.ts'
import type { NamedPatient } from '#src/features/patients/distinct-names.ts'

export interface VisitProps {
  clientId: string
  practiceId: string
  /** Staff see the page without the fields and requests of the owner. */
  viewedByStaff: boolean
  practice: Practice
  visit: Visit
  patients: readonly NamedPatient[]
  now: Date
}
