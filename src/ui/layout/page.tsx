import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './page.module.css'
import { TITLE_ID } from './shell.tsx'

/** Stacks the parts of a screen. Container for the container queries of its parts. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

interface PageHeadProps {
  title: ReactNode
  lead?: ReactNode
  /** Hides the lead on phones, so that the list begins higher. */
  wideLead?: boolean | undefined
  actions?: ReactNode
}

export function PageHead({ title, lead, wideLead, actions }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1 id={TITLE_ID}>{title}</h1>
        {lead && <p className={classes(styles.lead, wideLead && styles.wideLead)}>{lead}</p>}
      </div>
      {actions}
    </div>
  )
}

interface SplitProps {
  /** Places the first part to the right on wide screens, with the third part below it. */
  lead?: 'right' | undefined
  children: ReactNode
}

/** Content with an aside of fixed width, side by side on wide screens. */
export function Split({ lead, children }: SplitProps) {
  return <div className={classes(styles.split, lead && styles.leadRight)}>{children}</div>
}

/** Stacks parts inside one half of a `Split`, with the spacing of a page. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>
}
