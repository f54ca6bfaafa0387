import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './panel.module.css'

interface PanelProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'aside' | 'ul' | 'ol' | 'dl' | 'details' | undefined
  padded?: boolean | undefined
  /** Marks the panel of an action that cannot be undone. */
  danger?: boolean | undefined
}

/** Raised surface of a page. Panels are never nested. */
export function Panel({ as, padded, danger, className, ...rest }: PanelProps) {
  const Element = as ?? 'div'
  return (
    <Element {...rest} className={classes(styles.panel, padded && styles.padded, danger && styles.danger, className)} />
  )
}

/** Title of a panel with a link, search bar or filter beside it. */
export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

/** Row of buttons in a panel. */
export const PanelFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>
