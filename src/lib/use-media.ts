import { useCallback, useSyncExternalStore } from 'react'
import { NARROW, RESIZE_DEBOUNCE_MS } from './constants.ts'

/** Returns whether a media query matches, and follows changes. Use only where CSS is not sufficient. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Calls `listener` when the window becomes narrow or wide, debounced. Returns a function that unsubscribes. */
export function onWidthCrossed(listener: (narrow: boolean) => void): () => void {
  const media = matchMedia(NARROW)
  let timer: ReturnType<typeof setTimeout>
  const resized = () => {
    clearTimeout(timer)
    timer = setTimeout(() => listener(media.matches), RESIZE_DEBOUNCE_MS)
  }
  media.addEventListener('change', resized)
  return () => {
    clearTimeout(timer)
    media.removeEventListener('change', resized)
  }
}
