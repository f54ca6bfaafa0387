import { Bird, Cat, Dog, Fish, type LucideIcon, Rabbit, Rat, Snail, Squirrel, Turtle } from 'lucide-react'
import { WallTiles } from './wall-tiles.tsx'

const ONE = [Dog, Cat, Bird, Rabbit, Fish, Dog, Turtle, Cat, Squirrel, Rabbit, Dog, Bird, Cat, Rat, Dog, Turtle, Rabbit]
const TWO = [Cat, Fish, Dog, Snail, Cat, Bird, Dog, Rabbit, Squirrel, Cat, Dog, Fish, Bird, Turtle, Cat, Dog, Rabbit]
const ANIMALS: readonly LucideIcon[] = [...ONE, ...TWO, Rat, Bird]

/** The kitchen wall with an animal on each tile. */
export function Wall() {
  return <WallTiles icons={ANIMALS} />
}
