import type { LucideIcon } from 'lucide-react'
import Bird from 'lucide-react/icons/bird'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import Fish from 'lucide-react/icons/fish'
import Rabbit from 'lucide-react/icons/rabbit'
import Rat from 'lucide-react/icons/rat'
import Snail from 'lucide-react/icons/snail'
import Squirrel from 'lucide-react/icons/squirrel'
import Turtle from 'lucide-react/icons/turtle'
import { WallTiles } from './wall-tiles.tsx'

const ONE = [Dog, Cat, Bird, Rabbit, Fish, Dog, Turtle, Cat, Squirrel, Rabbit, Dog, Bird, Cat, Rat, Dog, Turtle, Rabbit]
const TWO = [Cat, Fish, Dog, Snail, Cat, Bird, Dog, Rabbit, Squirrel, Cat, Dog, Fish, Bird, Turtle, Cat, Dog, Rabbit]
const ANIMALS: readonly LucideIcon[] = [...ONE, ...TWO, Rat, Bird]

/** Tile wall with an animal on each tile. */
export function Wall() {
  return <WallTiles icons={ANIMALS} />
}
