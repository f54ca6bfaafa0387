import { useEffect, useEffectEvent } from 'react'

/** Calls a function on unmount. */
export function useUnmount(cleanUp: () => void): void {
  const unmount = useEffectEvent(cleanUp)
  useEffect(() => () => unmount(), [])
}
