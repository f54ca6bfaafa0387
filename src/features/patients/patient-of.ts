import type { LucideIcon } from 'lucide-react'
import { speciesIcon } from './patient-tile.tsx'
import type { NamedPatient } from './distinct-names.ts'

/** Name and icon of the patient of a document. */
interface PatientOfDocument {
  name: string
  icon: LucideIcon | undefined
}

interface OfPatient {
  patientUuid?: string | undefined
  patientName?: string | undefined
}

/** Returns the patient of a document; undefined if the document names no known patient. */
export function patientOf(
  patients: readonly NamedPatient[] | undefined,
  document: OfPatient,
): PatientOfDocument | undefined {
  const patient = patients?.find(({ uuid }) => uuid === document.patientUuid)
  const name = patient?.originalName === undefined ? document.patientName || patient?.name : patient.name
  return name ? { name, icon: speciesIcon(patient?.species) } : undefined
}
