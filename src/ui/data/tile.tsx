import type { LucideIcon } from 'lucide-react'
import { classes } from '#src/ui/classes.ts'
import styles from './tile.module.css'

interface TileProps {
  size?: 'small' | 'large' | undefined
  tone?: 'bad' | 'warn' | 'missing' | 'inverse' | undefined
  icon?: LucideIcon | undefined
  /** The icon stands there twice, for what is many. */
  pair?: boolean | undefined
  /** Where the species is not known: the initials on the tile. */
  initials?: string | undefined
  /** The address of a picture, in the place of them. */
  image?: string | undefined
  onImageError?: (() => void) | undefined
}

/** Avatar of a patient or practice; decorative, beside its name. A parent sets the size with `--s`. */
export function Tile({ size, tone, icon: Icon, pair, initials, image, onImageError }: TileProps) {
  const look = classes(styles.tile, size && styles[size], tone && styles[tone], pair && Icon && styles.pair)
  return (
    <span className={look} aria-hidden="true">
      {image ? <img src={image} alt="" onError={onImageError} /> : Icon ? <Icon /> : initials && <b>{initials}</b>}
      {pair && Icon && <Icon />}
    </span>
  )
}
