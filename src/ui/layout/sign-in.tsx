import { type ReactNode, useDeferredValue } from 'react'
import { Main } from './shell.tsx'
import styles from './sign-in.module.css'
import { Wall } from '#src/ui/figures/wall.tsx'
import { WallTiles } from '#src/ui/figures/wall-tiles.tsx'

/** Page with a card beside the tile wall, from edge to edge. */
export function SignIn({ children }: { children: ReactNode }) {
  // The decorative wall has hundreds of shapes, so it loads after the form.
  const isFormThere = useDeferredValue(true, false)
  return (
    <Main>
      {/* The attribute removes the edge of the header and the border of the card. */}
      <div className={styles.signIn} data-sign-in="">
        <div className={styles.body}>{children}</div>
        {isFormThere ? <Wall /> : <WallTiles />}
      </div>
    </Main>
  )
}
