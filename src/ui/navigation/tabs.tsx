import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './tabs.module.css'

/** Lists side by side that are each an address; its children are `TabLink`s. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

/** So much of the tab before it is seen as well. */
const BEFORE = 48

interface TabAnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  /** False while it is not known: its place is kept. */
  count?: ReactNode
}

/** Takes what a router Link takes; the router says which one is the current page. */
export const TabLink = createLink(function TabAnchor({ count, children, ref, ...rest }: TabAnchorProps) {
  const tab = useRef<HTMLAnchorElement>(null)
  useImperativeHandle<HTMLAnchorElement | null, HTMLAnchorElement | null>(ref, () => tab.current)
  const isCurrent = rest['aria-current']
  useEffect(() => {
    // Where there is no room for all of them, a link or a reload may lead to the last. The page itself stays where it is.
    const anchor = tab.current
    if (isCurrent && anchor?.parentElement) anchor.parentElement.scrollLeft = anchor.offsetLeft - BEFORE
  }, [isCurrent])
  return (
    <a {...rest} ref={tab} className={styles.tab}>
      <span>{children}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </a>
  )
})
