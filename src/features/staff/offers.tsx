import type { StaffOffer } from '#contract/staff.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import styles from './offers.module.css'
import { useLateOffers } from './use-late-offers.ts'

// Few people have one. Without its code the page goes without.
const nothing = () => () => null
const Offer = createLazyModule(() => import('./offer.tsx').then((module) => module.Offer, nothing))
const OfferNotice = createLazyModule(() => import('./offer.tsx').then((module) => module.OfferNotice, nothing))

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
