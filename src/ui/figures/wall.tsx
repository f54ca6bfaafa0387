import { Bird, Cat, Dog, Fish, type LucideIcon, Rabbit, Rat, Snail, Squirrel, Turtle } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './wall.module.css'

// Enough for a window of 2560 by 1440; what does not fit is cut off.
const TILES = 144
// The row above the card on a narrow screen: it must not come later, and push the card down.
const FIRST_TILES = 12
const ONE = [Dog, Cat, Bird, Rabbit, Fish, Dog, Turtle, Cat, Squirrel, Rabbit, Dog, Bird, Cat, Rat, Dog, Turtle, Rabbit]
const TWO = [Cat, Fish, Dog, Snail, Cat, Bird, Dog, Rabbit, Squirrel, Cat, Dog, Fish, Bird, Turtle, Cat, Dog, Rabbit]
const ANIMALS: readonly LucideIcon[] = [...ONE, ...TWO, Rat, Bird]
const INVERSE = new Set([8, 28, 41, 57, 74, 90, 107, 123, 140])

/** The kitchen wall beside a sign-in card; one row of it above the card on a narrow screen. */
export function Wall() {
  // An ornament of hundreds of shapes: the form does not wait for it.
  const tiles = useDeferredValue(TILES, FIRST_TILES)
  return (
    <div className={styles.wall} aria-hidden="true">
      {Array.from({ length: tiles }, (_, index) => (
        <Tile key={index} icon={ANIMALS[index % ANIMALS.length]} tone={INVERSE.has(index) ? 'inverse' : undefined} />
      ))}
    </div>
  )
}
