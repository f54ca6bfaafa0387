import type { LucideIcon } from 'lucide-react'
import { speciesIcon } from './patient-tile.tsx'
import type { NamedPatient } from './told-apart.ts'

/** The patient of a document, as far as it is known. */
interface PatientOfDocument {
  name: string
  icon: LucideIcon | undefined
}

interface OfPatient {
  patientUuid?: string | undefined
  patientName?: string | undefined
}

/** Undefined where the document names no known patient. */
export function patientOf(
  patients: readonly NamedPatient[] | undefined,
  document: OfPatient,
): PatientOfDocument | undefined {
  const patient = patients?.find(({ uuid }) => uuid === document.patientUuid)
  const name = patient?.plainName === undefined ? document.patientName || patient?.name : patient.name
  return name ? { name, icon: speciesIcon(patient?.species) } : undefined
}
