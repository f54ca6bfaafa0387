import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { HEADER_PLACE_ID } from './header.tsx'

const never = () => () => {}

/** Renders its children into the header by a portal. */
export function InHeader({ children }: { children: ReactNode }) {
  // The header exists only after the first commit, so a second render is needed.
  const place = useSyncExternalStore(never, () => document.getElementById(HEADER_PLACE_ID))
  return place && createPortal(children, place)
}
