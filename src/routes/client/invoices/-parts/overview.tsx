import type { ReactNode } from 'react'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './overview.module.css'

/** The answer above the list: an `OpenAmount`, and `InvoiceBars` beside it. */
export function Overview({ children }: { children: ReactNode }) {
  return (
    <Panel as="section" className={styles.overview}>
      {children}
    </Panel>
  )
}
