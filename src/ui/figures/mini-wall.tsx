import type { LucideIcon } from 'lucide-react'
import styles from './mini-wall.module.css'
import { Tile } from '#src/ui/data/tile.tsx'

export interface MiniWallProps {
  /** `undefined` for a missing tile. */
  icons: readonly (LucideIcon | undefined)[]
  /** Content in place of a missing tile. */
  missing?: LucideIcon | undefined
}

/** Tiles above a notice, three in a row. */
export function MiniWall({ icons, missing }: MiniWallProps) {
  return (
    <div className={styles.mini} aria-hidden="true">
      {icons.map((icon, index) => (
        <Tile key={index} icon={icon ?? missing} tone={icon ? undefined : 'missing'} />
      ))}
    </div>
  )
}
