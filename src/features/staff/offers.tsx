import type { StaffOffer } from '#contract/schemas/staff.ts'
import { createLazyModule, orNothing } from '#src/lib/lazy-module.tsx'
import styles from './offers.module.css'
import { useState } from 'react'
import { useOffers } from '#src/api/offers.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

// Few people have one.
const Offer = createLazyModule(orNothing(async () => (await import('./offer.tsx')).Offer))
const OfferNotice = createLazyModule(orNothing(async () => (await import('./offer.tsx')).OfferNotice))

/** For the pages that somebody sees first: the practices that ask whether they want to work there. */
export function OfferNotices({ centred }: { centred?: boolean | undefined }) {
  const offers = useLateOffers()
  return offers.map((offer) => <OfferNotice key={offer.practiceId} offer={offer} centred={centred} />)
}

/** On what lies on the page already. */
export const OfferList = ({ offers }: { offers: readonly StaffOffer[] }) => (
  <ul className={styles.list}>
    {offers.map((offer) => (
      <li key={offer.practiceId}>
        <Offer offer={offer} />
      </li>
    ))}
  </ul>
)

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
