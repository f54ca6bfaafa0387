import type { ReactNode } from 'react'
import styles from './facts.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'

interface FactsProps {
  panel?: boolean | undefined
  children: ReactNode
}

/** Labelled values in as many columns as fit. */
export function Facts({ panel, children }: FactsProps) {
  return panel ? (
    <Panel as="dl" padded className={styles.facts}>
      {children}
    </Panel>
  ) : (
    <dl className={styles.facts}>{children}</dl>
  )
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.fact}>{children}</dd>
    </div>
  )
}
