import { useEffect, useEffectEvent } from 'react'

export function useUnmount(cleanUp: () => void): void {
  const unmount = useEffectEvent(cleanUp)
  useEffect(() => () => unmount(), [])
}
