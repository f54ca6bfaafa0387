import type { ReactNode } from 'react'
import { Main } from './shell.tsx'
import styles from './sign-in.module.css'
import { Wall } from '#src/ui/figures/wall.tsx'

/** A whole page: a card beside the wall, from edge to edge. */
export function SignIn({ children }: { children: ReactNode }) {
  return (
    <Main>
      {/* The attribute takes the padding off `Main`, the rim off the header and the frame off the card. */}
      <div className={styles.signIn} data-sign-in="">
        <div className={styles.body}>{children}</div>
        <Wall />
      </div>
    </Main>
  )
}
