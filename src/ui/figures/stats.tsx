import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Children, type ComponentProps, type ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './stats.module.css'

export function Stats({ children }: { children: ReactNode }) {
  const isFour = Children.toArray(children).length === 4
  return <Panel className={classes(styles.stats, isFour && styles.four)}>{children}</Panel>
}

interface StatAnchorProps extends Omit<ComponentProps<'a'>, 'children' | 'className' | 'name'> {
  name: ReactNode
  value: ReactNode
  icon?: LucideIcon | undefined
  /** Marks a locked or overdue state. */
  bad?: boolean | undefined
}

/** Figure that links to the counted records. */
export const StatLink = createLink(function StatAnchor({ name, value, icon: Icon, bad, ...rest }: StatAnchorProps) {
  return (
    <a {...rest} className={styles.stat}>
      <span className={styles.name}>
        {Icon && <Icon />}
        <span>{name}</span>
      </span>
      <span className={classes(styles.value, bad && styles.bad)}>{value}</span>
    </a>
  )
})
