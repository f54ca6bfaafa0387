import { useEffect, useEffectEvent } from 'react'

/** Cleanup on unmount: aborts what the component started, or restores the focus it held. */
export function useUnmount(cleanUp: () => void): void {
  const unmount = useEffectEvent(cleanUp)
  useEffect(() => () => unmount(), [])
}
