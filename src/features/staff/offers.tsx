import type { StaffOffer } from '#contract/staff.ts'
import { createLazyModule, orNothing } from '#src/lib/lazy-module.tsx'
import styles from './offers.module.css'
import { useLateOffers } from './use-late-offers.ts'

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
