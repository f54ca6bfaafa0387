import { useEffectEvent, useLayoutEffect } from 'react'

/** Subscribes to events that bubble up to the window, from the first commit on. `types` are separated by spaces. */
export function useWindowEvent(types: string, listener: (event: Event) => void, enabled = true): void {
  const onEvent = useEffectEvent(listener)
  useLayoutEffect(() => {
    if (!enabled) return
    const listening = new AbortController()
    for (const type of types.split(' ')) window.addEventListener(type, onEvent, listening)
    return () => listening.abort()
  }, [types, enabled])
}
