import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './tabs.module.css'

/** Navigation between sibling lists; each `TabLink` is a URL. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

/** Mark of a tab with unsaved changes, inside its `TabLink`. */
export const UnsavedDot = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} className={styles.dot} />
)

/** Visible part of the previous tab, in pixels. */
const BEFORE = 48

interface TabAnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  /** Number beside the label; false while unknown, with its space reserved. */
  count?: ReactNode
}

/** A router link; the router marks the current one. */
export const TabLink = createLink(function TabAnchor({ count, children, ref, ...rest }: TabAnchorProps) {
  const tab = useRef<HTMLAnchorElement>(null)
  useImperativeHandle<HTMLAnchorElement | null, HTMLAnchorElement | null>(ref, () => tab.current)
  const isCurrent = rest['aria-current']
  // Only the tab strip scrolls, not the page.
  const showTab = () => {
    const anchor = tab.current
    if (anchor?.parentElement) anchor.parentElement.scrollLeft = anchor.offsetLeft - BEFORE
  }
  useEffect(() => {
    if (isCurrent) showTab()
  }, [isCurrent])
  useWindowEvent('resize', showTab, Boolean(isCurrent))
  return (
    <a {...rest} ref={tab} className={styles.tab}>
      <span>{children}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </a>
  )
})
