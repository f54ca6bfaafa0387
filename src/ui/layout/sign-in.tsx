import { type ReactNode, Suspense, lazy, useDeferredValue } from 'react'
import { Main } from './shell.tsx'
import styles from './sign-in.module.css'
import { WallTiles } from '#src/ui/figures/wall-tiles.tsx'

const Bare = () => <WallTiles />

// Separate chunk, because the form must not wait for a decoration of hundreds of shapes.
const Wall = lazy(async () => ({
  default: await import('#src/ui/figures/wall.tsx').then(
    (figure) => figure.Wall,
    () => Bare,
  ),
}))

/** Page with a card beside the tile wall, from edge to edge. */
export function SignIn({ children }: { children: ReactNode }) {
  // Requested after the form is painted.
  const isFormRendered = useDeferredValue(true, false)
  return (
    <Main>
      {/* The attribute removes the edge of the header and the border of the card. */}
      <div className={styles.signIn} data-sign-in="">
        <div className={styles.body}>{children}</div>
        <Suspense fallback={<Bare />}>{isFormRendered ? <Wall /> : <Bare />}</Suspense>
      </div>
    </Main>
  )
}
