import type { ReactNode } from 'react'
import styles from './cards.module.css'
import { classes } from '#src/ui/classes.ts'

interface CardsProps {
  label?: string | undefined
  /** Column width for files; by default for animals. */
  small?: boolean | undefined
  /** `<li>`s that contain a `Panel`. */
  children: ReactNode
}

export function Cards({ label, small, children }: CardsProps) {
  return (
    <ul className={classes(styles.cards, small && styles.small)} aria-label={label}>
      {children}
    </ul>
  )
}
