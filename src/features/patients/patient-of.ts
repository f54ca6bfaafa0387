import type { LucideIcon } from 'lucide-react'
import type { Patient } from '#contract/patient.ts'
import { speciesIcon } from './species-icon.ts'

/** The animal of a paper, as far as it is known. */
export interface AnimalOfPaper {
  name: string
  icon: LucideIcon | undefined
}

interface Paper {
  patientUuid?: string | undefined
  patientName?: string | undefined
}

/** Undefined where nobody knows which animal it is about. */
export function patientOf(patients: readonly Patient[] | undefined, paper: Paper): AnimalOfPaper | undefined {
  const patient = patients?.find(({ uuid }) => uuid === paper.patientUuid)
  const name = paper.patientName || patient?.name
  return name ? { name, icon: speciesIcon(patient?.species) } : undefined
}
