import type { LucideIcon } from 'lucide-react'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './wall.module.css'

// Enough tiles for a window of 2560 × 1440; the rest is clipped.
const TILES = 144
// Row above the card on narrow screens. Rendered at once, so that the card does not shift.
const FIRST_TILES = 12
const INVERSE = new Set([8, 28, 41, 57, 74, 90, 107, 123, 140])

/** Tile wall beside a sign-in card; on narrow screens one row above the card. Without icons, the row has bare tiles. */
export function WallTiles({ icons }: { icons?: readonly LucideIcon[] }) {
  return (
    <div className={styles.wall} aria-hidden="true">
      {Array.from({ length: icons ? TILES : FIRST_TILES }, (_, index) => (
        <Tile key={index} icon={icons?.[index % icons.length]} tone={INVERSE.has(index) ? 'inverse' : undefined} />
      ))}
    </div>
  )
}
