import type { LucideIcon } from 'lucide-react'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './patient-on-tile.module.css'

export interface PatientOfVisit {
  name: string
  icon: LucideIcon | undefined
}

/** In the narrow table its name only. */
export function PatientOnTile({ patient }: { patient: PatientOfVisit | undefined }) {
  if (!patient) return null
  return (
    <span className={styles.patient}>
      <Tile size="small" icon={patient.icon} initials={Array.from(patient.name).slice(0, 2).join('')} />
      {patient.name}
    </span>
  )
}
