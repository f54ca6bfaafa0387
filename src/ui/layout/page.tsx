import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './page.module.css'
import { TITLE_ID } from './shell.tsx'

/** A screen: its parts below each other. They answer to its width, not to the window's. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

interface PageHeadProps {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, lead, actions }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1 id={TITLE_ID}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions}
    </div>
  )
}

interface SplitProps {
  /** The first of the parts is what one comes for, but stands to the right when there is room, with a third below it. */
  lead?: 'right' | undefined
  children: ReactNode
}

/** The content with an aside of a fixed width beside it, when there is room. */
export function Split({ lead, children }: SplitProps) {
  return <div className={classes(styles.split, lead && styles.leadRight)}>{children}</div>
}

/** Parts below each other with the distance of a page, inside one half of a `Split`. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>
}
