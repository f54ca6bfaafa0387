import { Bird, Cat, Dog, type LucideIcon, Rabbit, Rat, Squirrel, Turtle } from 'lucide-react'

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

/** The animal on the tile, where there is a picture of its kind. */
export function speciesIcon(species: string | undefined): LucideIcon | undefined {
  return species && Object.hasOwn(ICONS, species) ? ICONS[species] : undefined
}
