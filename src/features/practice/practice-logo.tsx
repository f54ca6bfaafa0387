import { useState } from 'react'
import { Tile } from '#src/ui/data/tile.tsx'
import { type PracticeTileProps, practiceInitials, useLogo } from './practice-tile.tsx'
import styles from './practice-logo.module.css'

/** Ratio of width and height above which a logo most likely contains the name of the practice. */
const WIDE = 1.8

/** Logo of a practice in its own shape, at the height of a line; without a loadable logo, a tile with its initials. */
export function PracticeLogo({ practice: { name, logoUrl } }: Pick<PracticeTileProps, 'practice'>) {
  const { image, onImageError } = useLogo(logoUrl)
  const [isWide, setIsWide] = useState(false)
  if (!image) return <Tile initials={practiceInitials(name)} />
  return (
    <img
      className={styles.logo}
      data-wide={isWide || undefined}
      src={image}
      alt=""
      onError={onImageError}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setIsWide(naturalWidth > naturalHeight * WIDE)}
    />
  )
}
