import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Panel } from './panel.tsx'
import styles from './stats.module.css'

/** A few figures in one strip: `StatLink`s and `BadStat`s. */
export function Stats({ children }: { children: ReactNode }) {
  return <Panel className={styles.stats}>{children}</Panel>
}

interface StatAnchorProps extends Omit<ComponentProps<'a'>, 'children' | 'className' | 'name'> {
  name: ReactNode
  value: ReactNode
}

/** A figure that leads to what was counted: takes what a router Link takes. */
export const StatLink = createLink(function StatAnchor({ name, value, ...rest }: StatAnchorProps) {
  return (
    <a {...rest} className={styles.stat}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{value}</span>
    </a>
  )
})

interface BadStatProps {
  icon: LucideIcon
  name: ReactNode
  value: ReactNode
}

/** A figure that says what is closed or late, and leads nowhere. */
export function BadStat({ icon: Icon, name, value }: BadStatProps) {
  return (
    <div className={styles.stat}>
      <span className={styles.name}>
        <Icon />
        {name}
      </span>
      <span className={classes(styles.value, styles.bad)}>{value}</span>
    </div>
  )
}
