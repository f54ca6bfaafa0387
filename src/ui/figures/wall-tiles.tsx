import type { LucideIcon } from 'lucide-react'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './wall.module.css'

// Enough for a window of 2560 by 1440; what does not fit is cut off.
const TILES = 144
// The row above the card on a narrow screen: it must not come later, and push the card down.
const FIRST_TILES = 12
const INVERSE = new Set([8, 28, 41, 57, 74, 90, 107, 123, 140])

/** The kitchen wall beside a sign-in card; one row of it above the card on a narrow screen. Without icons, bare tiles of that row. */
export function WallTiles({ icons }: { icons?: readonly LucideIcon[] }) {
  return (
    <div className={styles.wall} aria-hidden="true">
      {Array.from({ length: icons ? TILES : FIRST_TILES }, (_, index) => (
        <Tile key={index} icon={icons?.[index % icons.length]} tone={INVERSE.has(index) ? 'inverse' : undefined} />
      ))}
    </div>
  )
}
