import type { LucideIcon } from 'lucide-react'
import styles from './mini-wall.module.css'
import { Tile } from '#src/ui/data/tile.tsx'

export interface MiniWallProps {
  /** `undefined` where a tile is missing. */
  icons: readonly (LucideIcon | undefined)[]
  /** What stands in the place of the missing tile. */
  missing?: LucideIcon | undefined
}

/** A few tiles above a notice, three in a row. */
export function MiniWall({ icons, missing }: MiniWallProps) {
  return (
    <div className={styles.mini} aria-hidden="true">
      {icons.map((icon, index) => (
        <Tile key={index} icon={icon ?? missing} tone={icon ? undefined : 'missing'} />
      ))}
    </div>
  )
}
