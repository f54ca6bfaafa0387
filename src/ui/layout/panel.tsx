import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './panel.module.css'

interface PanelProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'aside' | 'ul' | 'ol' | 'dl' | 'details' | undefined
  padded?: boolean | undefined
  /** Holds what cannot be undone. */
  danger?: boolean | undefined
}

/** The one level that lies on the page; a panel never lies in a panel. */
export function Panel({ as, padded, danger, className, ...rest }: PanelProps) {
  const Element = as ?? 'div'
  return (
    <Element {...rest} className={classes(styles.panel, padded && styles.padded, danger && styles.danger, className)} />
  )
}

/** The title of a panel and what belongs beside it: a link, a search bar, a filter. */
export function PanelHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>
}

/** The buttons of what a panel holds. */
export const PanelFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>
