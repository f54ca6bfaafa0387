import type { LucideIcon } from 'lucide-react'
import { classes } from '#src/ui/classes.ts'
import styles from './tile.module.css'

interface TileProps {
  size?: 'small' | 'large' | undefined
  tone?: 'bad' | 'warn' | 'missing' | 'inverse' | undefined
  icon?: LucideIcon | undefined
  /** Shows the icon twice, for a group of animals. */
  pair?: boolean | undefined
  /** Initials, shown if the species is unknown. */
  initials?: string | undefined
  /** URL of a picture, shown instead of icon or initials. */
  image?: string | undefined
  onImageError?: (() => void) | undefined
}

/** Decorative avatar beside the name of a patient or practice. A parent sets the size with `--s`. */
export function Tile({ size, tone, icon: Icon, pair, initials, image, onImageError }: TileProps) {
  const look = classes(styles.tile, size && styles[size], tone && styles[tone], pair && Icon && styles.pair)
  return (
    <span className={look} aria-hidden="true">
      {image ? <img src={image} alt="" onError={onImageError} /> : Icon ? <Icon /> : initials && <b>{initials}</b>}
      {pair && Icon && <Icon />}
    </span>
  )
}
