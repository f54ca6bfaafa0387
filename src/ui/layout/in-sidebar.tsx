import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

// A list below the links of the sidebar, which the header fills. The sidebar may appear later than the header.

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setPlace(list: HTMLElement | null) {
  place = list
  for (const listener of listeners) listener()
}

/** Filled by `InSidebar`. */
export const SidebarPlace = () => <ul ref={setPlace} />

/** Renders list items into the sidebar by a portal. */
export function InSidebar({ children }: { children: ReactNode }) {
  const list = useSyncExternalStore(listen, () => place)
  return list && createPortal(children, list)
}
