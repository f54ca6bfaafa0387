import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { HEADER_PLACE_ID } from './header.tsx'

const never = () => () => {}

/** Shows its children in the header, which knows nothing of the areas. */
export function InHeader({ children }: { children: ReactNode }) {
  // Read once more after the first commit, with which the header has come.
  const place = useSyncExternalStore(never, () => document.getElementById(HEADER_PLACE_ID))
  return place && createPortal(children, place)
}
