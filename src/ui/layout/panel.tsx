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

interface PanelFootProps {
  /** Keeps the buttons at the bottom edge of the window while the panel is longer. */
  sticky?: boolean | undefined
  children: ReactNode
}

/** Row of buttons in a panel. */
export const PanelFoot = ({ sticky, children }: PanelFootProps) => (
  <div className={classes(styles.foot, sticky && styles.sticky)}>{children}</div>
)
