import { useRef, useState } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

/**
 * Keeps what a list shows from the moment that something is pressed in it until the hand has left it, so that nothing else comes
 * under the pointer. `now` is what there is, under a `key` that changes when something else is asked for; as long as
 * `isBusy`, the list stays in any case.
 */
export function useFrozenWhilePressed<T>(now: T, key: string, isBusy: boolean, onRelease: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const [frozen, setFrozen] = useState<{ key: string; shown: T } | null>(null)
  const isFrozen = frozen !== null && frozen.key === key

  const moved = (event: Event) => {
    const isInside = event.target instanceof Node && list.current?.contains(event.target)
    // A finger that scrolls has pressed first.
    const isScrolling = event instanceof PointerEvent && event.type === 'pointermove' && event.pointerType === 'touch'
    if (isInside || isBusy || isScrolling) return
    setFrozen(null)
    onRelease()
  }
  useWindowEvent('pointermove pointerdown focusin', moved, frozen !== null)

  return {
    list,
    shown: isFrozen ? frozen.shown : now,
    freeze: () => setFrozen(isFrozen ? frozen : { key, shown: now }),
  }
}
