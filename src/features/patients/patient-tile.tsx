import type { Patient } from '#contract/schemas/patient.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { initialsOf } from './words.ts'
import type { LucideIcon } from 'lucide-react'
import Bird from 'lucide-react/icons/bird'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import Rabbit from 'lucide-react/icons/rabbit'
import Rat from 'lucide-react/icons/rat'
import Squirrel from 'lucide-react/icons/squirrel'
import Turtle from 'lucide-react/icons/turtle'

export function PatientTile({ patient: { name, species } }: { patient: Patient }) {
  return <Tile size="large" icon={speciesIcon(species)} initials={initialsOf(name)} />
}

// No icon for hoofed animals: their tile bears their initials.
const ICONS: Readonly<Record<string, LucideIcon>> = {
  DOG: Dog,
  CAT: Cat,
  RABBIT: Rabbit,
  GUINEA_PIG: Rat,
  FERRET: Squirrel,
  BIRD: Bird,
  POULTRY: Bird,
  REPTILE: Turtle,
}

/** Undefined for a species without an icon. */
export function speciesIcon(species: string | undefined): LucideIcon | undefined {
  return species && Object.hasOwn(ICONS, species) ? ICONS[species] : undefined
}
