import { useState } from 'react'
import type { StaffOffer } from '#contract/staff.ts'
import { useOffers } from '#src/api/offers.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

/**
 * The offers, for above a page that is there already. What arrives while a hand is in the page waits until that has left it, or until
 * the next visit: it would move what is about to be pressed.
 */
export function useLateOffers(): readonly StaffOffer[] {
  const offers = useOffers()
  const [hasHand, setHasHand] = useState(false)
  const [isShown, setIsShown] = useState(false)
  if (offers.length > 0 && !hasHand && !isShown) setIsShown(true)

  const moved = ({ target }: Event) => {
    const page = target instanceof Element && target.closest('main')
    // After a navigation the focus is on the page itself.
    setHasHand(Boolean(page) && page !== target)
  }
  useWindowEvent('pointermove pointerdown focusin', moved, !isShown)

  return isShown ? offers : []
}
