import type { ReactNode } from 'react'
import styles from './cards.module.css'
import { classes } from '#src/ui/classes.ts'

interface CardsProps {
  label?: string | undefined
  /** As many beside each other as there is room for files; otherwise for animals. */
  small?: boolean | undefined
  /** `<li>`s with a `Panel` each. */
  children: ReactNode
}

export function Cards({ label, small, children }: CardsProps) {
  return (
    <ul className={classes(styles.cards, small && styles.small)} aria-label={label}>
      {children}
    </ul>
  )
}
