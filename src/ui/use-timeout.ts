import { useEffect, useEffectEvent } from 'react'

/** Calls a function once after a delay. A change of `of` restarts the timer; undefined stops it. */
export function useTimeout(onTimeout: () => void, ms: number | null, of: unknown): void {
  const timedOut = useEffectEvent(onTimeout)
  // The passing of time is an external event.
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(timedOut, ms)
    return () => clearTimeout(timer)
  }, [ms, of])
}
