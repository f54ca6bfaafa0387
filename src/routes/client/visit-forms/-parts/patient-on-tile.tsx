import type { LucideIcon } from 'lucide-react'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './patient-on-tile.module.css'

export interface AnimalOfVisit {
  name: string
  icon: LucideIcon | undefined
}

/** In the narrow table its name only. */
export function AnimalOnTile({ animal }: { animal: AnimalOfVisit | undefined }) {
  if (!animal) return null
  return (
    <span className={styles.animal}>
      <Tile size="small" icon={animal.icon} initials={Array.from(animal.name).slice(0, 2).join('')} />
      {animal.name}
    </span>
  )
}
