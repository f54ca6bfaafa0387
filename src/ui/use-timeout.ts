import { useEffect, useEffectEvent } from 'react'

/** Calls once that time has passed; anew when `of` changes, and not while there is none. */
export function useTimeout(onTimeout: () => void, ms: number | null, of: unknown): void {
  const timedOut = useEffectEvent(onTimeout)
  // Time passes, and nothing else tells of it.
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(timedOut, ms)
    return () => clearTimeout(timer)
  }, [ms, of])
}
