import type { StaffOffer } from '#contract/schemas/staff.ts'
import { createLazyModule, orNull } from '#src/lib/lazy-module.tsx'
import styles from './offers.module.css'
import { useState } from 'react'
import { useOffers } from '#src/api/offers.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

// Loaded lazily, because few users have an offer.
const Offer = createLazyModule(orNull(async () => (await import('./offer.tsx')).Offer))
const OfferNotice = createLazyModule(orNull(async () => (await import('./offer.tsx')).OfferNotice))

/** Offers to join the staff of a practice, for the pages that users see first. */
export function OfferNotices({ centred }: { centred?: boolean | undefined }) {
  const offers = useLateOffers()
  return offers.map((offer) => <OfferNotice key={offer.practiceId} offer={offer} centred={centred} />)
}

/** List of offers, without panels of their own. */
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
 * Offers above a rendered page. An offer that arrives while pointer or focus is in the page waits until both have left, or until
 * the next visit, because it would move the controls.
 */
export function useLateOffers(): readonly StaffOffer[] {
  const offers = useOffers()
  const [hasHand, setHasHand] = useState(false)
  const [isShown, setIsShown] = useState(false)
  if (offers.length > 0 && !hasHand && !isShown) setIsShown(true)

  const moved = ({ target }: Event) => {
    const page = target instanceof Element && target.closest('main')
    // After a navigation `main` has the focus.
    setHasHand(Boolean(page) && page !== target)
  }
  useWindowEvent('pointermove pointerdown focusin', moved, !isShown)

  return isShown ? offers : []
}
