import type { Patient } from '#contract/patient.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { speciesIcon } from './species-icon.ts'
import { initialsOf } from './words.ts'

export function PatientTile({ patient: { name, species } }: { patient: Patient }) {
  return <Tile size="large" icon={speciesIcon(species)} initials={initialsOf(name)} />
}
