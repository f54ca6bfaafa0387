import { useCallback, useSyncExternalStore } from 'react'
import { NARROW, RESIZE_DEBOUNCE_MS } from './constants.ts'

/** Whether a media query holds, now and when that changes. For what a style sheet cannot do. */
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

/** `listener` hears when the window has become narrow, or wide again, for longer than a moment. Returns how to unsubscribe. */
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
