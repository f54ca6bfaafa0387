import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './card.module.css'

interface CardProps {
  size?: 'small' | 'large' | undefined
  /** Heading with a line of text below it. */
  header?: ReactNode
  footer?: ReactNode
  centred?: boolean | undefined
  children: ReactNode
}

export function Card({ size = 'small', header, footer, centred, children }: CardProps) {
  return (
    <div className={classes(styles.card, size === 'large' && styles.large, centred && styles.centred)}>
      {header && <div className={styles.head}>{header}</div>}
      <div>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </div>
  )
}
