import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Panel } from './panel.tsx'
import styles from './stats.module.css'

/** A few figures in one strip: `Stat`s and `StatLink`s. */
export function Stats({ children }: { children: ReactNode }) {
  return <Panel className={styles.stats}>{children}</Panel>
}

interface StatText {
  name: ReactNode
  /** Formatted, or a `Bone` while it is not known. */
  value: ReactNode
  icon?: LucideIcon | undefined
  tone?: 'bad' | undefined
}

export function Stat(props: StatText) {
  return (
    <div className={styles.stat}>
      <StatContent {...props} />
    </div>
  )
}

type StatAnchorProps = StatText & Omit<ComponentProps<'a'>, 'children' | 'className' | keyof StatText>

/** The same, leading to what was counted: takes what a router Link takes. */
export const StatLink = createLink(function StatAnchor({ name, value, icon, tone, ...rest }: StatAnchorProps) {
  return (
    <a {...rest} className={styles.stat}>
      <StatContent name={name} value={value} icon={icon} tone={tone} />
    </a>
  )
})

function StatContent({ name, value, icon: Icon, tone }: StatText) {
  return (
    <>
      <span className={styles.name}>
        {Icon && <Icon />}
        {name}
      </span>
      <span className={classes(styles.value, tone && styles[tone])}>{value}</span>
    </>
  )
}
