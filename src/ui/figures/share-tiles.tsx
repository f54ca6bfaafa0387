import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './share-tiles.module.css'

interface ShareTilesProps {
  full: number
  /** Not included in `full`. */
  half?: number | undefined
  total: number
  label: string
}

/** Shows a share of a whole as a hundred tiles. */
export function ShareTiles({ full, half = 0, total, label }: ShareTilesProps) {
  return (
    <div className={styles.share} role="img" aria-label={label}>
      {tilesOf({ full, half, total }).map((kind, index) => (
        <span key={index} className={classes(styles.tile, kind !== 'none' && styles[kind])} />
      ))}
    </div>
  )
}

/** Legend of a figure: a list of `LegendItem`s. */
export function Legend({ children }: { children: ReactNode }) {
  return <ul className={styles.legend}>{children}</ul>
}

interface LegendItemProps {
  kind: 'full' | 'half' | 'open' | 'none'
  label: ReactNode
  value?: ReactNode
}

export function LegendItem({ kind, label, value }: LegendItemProps) {
  return (
    <li>
      <span className={classes(styles.tile, styles.key, kind !== 'none' && styles[kind])} aria-hidden="true" />
      <span>{label}</span> {value !== undefined && <b>{value}</b>}
    </li>
  )
}

const TILES = 100

interface Share {
  full: number
  half: number
  total: number
}

/** Distributes a hundred tiles: a share above 0 gets at least one, and only the whole gets all. */
export function tilesOf({ full, half, total }: Share): ('full' | 'half' | 'none')[] {
  const tiles = (count: number) => {
    if (count <= 0 || total <= 0) return 0
    return count >= total ? TILES : Math.min(Math.max(Math.round((count / total) * TILES), 1), TILES - 1)
  }
  const used = Math.max(tiles(full + half), full > 0 && half > 0 ? 2 : 0)
  const halves = Math.min(tiles(half), full > 0 ? used - 1 : used)
  return Array.from({ length: TILES }, (_, index) => {
    if (index < used - halves) return 'full'
    return index < used ? 'half' : 'none'
  })
}
