import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './sidebar.module.css'

// The header adds a list below the links of the sidebar. The sidebar may appear later than the header.

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setPlace(element: HTMLElement | null) {
  place = element
  for (const listener of listeners) listener()
}

/** Filled by `InSidebar`. Not a list itself: screen readers announce empty lists. */
export const SidebarPlace = () => <div ref={setPlace} className={styles.place} />

/** Renders list items into the sidebar, as a list below its links. */
export function InSidebar({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(listen, () => place)
  return element && createPortal(<ul>{children}</ul>, element)
}
