import { type ReactNode, useDeferredValue } from 'react'
import { Main } from './shell.tsx'
import styles from './sign-in.module.css'
import { Wall } from '#src/ui/figures/wall.tsx'
import { WallTiles } from '#src/ui/figures/wall-tiles.tsx'

/** A whole page: a card beside the wall, from edge to edge. */
export function SignIn({ children }: { children: ReactNode }) {
  // An ornament of hundreds of shapes: the form is there before it is asked for.
  const isFormThere = useDeferredValue(true, false)
  return (
    <Main>
      {/* The attribute takes the rim off the header and the frame off the card. */}
      <div className={styles.signIn} data-sign-in="">
        <div className={styles.body}>{children}</div>
        {isFormThere ? <Wall /> : <WallTiles />}
      </div>
    </Main>
  )
}
