import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Keeps what a list shows from the moment that something is pressed in it until the hand has left it, so that nothing else comes
 * under the pointer. `now` is what there is, under a `key` that changes when something else is asked for; as long as
 * `isBusy`, the list stays in any case.
 */
export function useHeld<T>(now: T, key: string, isBusy: boolean, onRelease: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<{ key: string; shown: T } | null>(null)
  const isHeld = held !== null && held.key === key

  const moved = useEffectEvent((event: Event) => {
    const isInside = event.target instanceof Node && list.current?.contains(event.target)
    // A finger that scrolls has pressed first.
    const isScrolling = event instanceof PointerEvent && event.type === 'pointermove' && event.pointerType === 'touch'
    if (isInside || isBusy || isScrolling) return
    setHeld(null)
    onRelease()
  })
  useEffect(() => {
    if (held === null) return
    const events = ['pointermove', 'pointerdown', 'focusin']
    for (const event of events) document.addEventListener(event, moved)
    return () => {
      for (const event of events) document.removeEventListener(event, moved)
    }
  }, [held])

  return { list, shown: isHeld ? held.shown : now, hold: () => setHeld(isHeld ? held : { key, shown: now }) }
}
