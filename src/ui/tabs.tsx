import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import styles from './tabs.module.css'

/** Lists side by side that are each an address; its children are `TabLink`s. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

interface TabAnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  count?: ReactNode
}

/** Takes what a router Link takes; the router says which one is the current page. */
export const TabLink = createLink(function TabAnchor({ count, children, ...rest }: TabAnchorProps) {
  return (
    <a {...rest} className={styles.tab}>
      {children}
      {count && <span className={styles.count}>{count}</span>}
    </a>
  )
})
