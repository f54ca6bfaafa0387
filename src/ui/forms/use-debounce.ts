import { useEffect, useEffectEvent } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#src/lib/constants.ts'

/** Debounce: calls once the text has stood still for a while. */
export function useDebounce(text: string, onPause: () => void, enabled = true): void {
  const pause = useEffectEvent(onPause)
  useEffect(() => {
    if (!enabled) return
    const timer = setTimeout(pause, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [enabled, text])
}
