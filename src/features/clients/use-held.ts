import { useRef, useState } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

/**
 * Keeps what a list shows from the moment that something is pressed in it until the hand has left it, so that nothing else comes
 * under the pointer. `now` is what there is, under a `key` that changes when something else is asked for; as long as
 * `isBusy`, the list stays in any case.
 */
export function useHeld<T>(now: T, key: string, isBusy: boolean, onRelease: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<{ key: string; shown: T } | null>(null)
  const isHeld = held !== null && held.key === key

  const moved = (event: Event) => {
    const isInside = event.target instanceof Node && list.current?.contains(event.target)
    // A finger that scrolls has pressed first.
    const isScrolling = event instanceof PointerEvent && event.type === 'pointermove' && event.pointerType === 'touch'
    if (isInside || isBusy || isScrolling) return
    setHeld(null)
    onRelease()
  }
  useWindowEvent('pointermove pointerdown focusin', moved, held !== null)

  return { list, shown: isHeld ? held.shown : now, hold: () => setHeld(isHeld ? held : { key, shown: now }) }
}
