import { type ReactNode, Suspense, lazy, useDeferredValue } from 'react'
import { Main } from './shell.tsx'
import styles from './sign-in.module.css'
import { WallTiles } from '#src/ui/figures/wall-tiles.tsx'

const Wall = lazy(async () => {
  try {
    return { default: (await import('#src/ui/figures/wall.tsx')).Wall }
  } catch {
    // No form is lost for want of its ornament.
    return { default: WallTiles }
  }
})

/** A whole page: a card beside the wall, from edge to edge. */
export function SignIn({ children }: { children: ReactNode }) {
  // An ornament of hundreds of shapes: the form is there before it is asked for.
  const isFormThere = useDeferredValue(true, false)
  return (
    <Main>
      {/* The attribute takes the rim off the header and the frame off the card. */}
      <div className={styles.signIn} data-sign-in="">
        <div className={styles.body}>{children}</div>
        <Suspense fallback={<WallTiles />}>{isFormThere ? <Wall /> : <WallTiles />}</Suspense>
      </div>
    </Main>
  )
}
