import { useEffectEvent, useLayoutEffect } from 'react'

/** Hears what bubbles up to the window, from when there is a page to look at; `types` as one text, with blanks between. */
export function useWindowEvent(types: string, listener: (event: Event) => void, enabled = true): void {
  const heard = useEffectEvent(listener)
  useLayoutEffect(() => {
    if (!enabled) return
    const listening = new AbortController()
    for (const type of types.split(' ')) window.addEventListener(type, heard, listening)
    return () => listening.abort()
  }, [types, enabled])
}
