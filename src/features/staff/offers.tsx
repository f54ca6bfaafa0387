import { type ComponentType, Suspense, lazy } from 'react'
import type { StaffOffer } from '#contract/staff.ts'
import { classes } from '#src/ui/classes.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { OfferProps } from './offer.tsx'
import styles from './offers.module.css'
import { useLateOffers } from './use-late-offers.ts'

// Hardly anybody has one. Where its code cannot be fetched none is seen, and the page stands.
const Offer = lazy<ComponentType<OfferProps>>(() =>
  import('./offer.tsx').then(
    ({ Offer: component }) => ({ default: component }),
    () => ({ default: () => null }),
  ),
)

/** For the pages that somebody sees first: the practices that ask whether they want to work there. */
export function OfferNotices({ centred }: { centred?: boolean | undefined }) {
  const offers = useLateOffers()
  return offers.map((offer) => (
    <Suspense key={offer.practiceId}>
      <Panel className={classes(styles.notice, centred && styles.centred)}>
        <Offer offer={offer} />
      </Panel>
    </Suspense>
  ))
}

/** On what lies on the page already. */
export const OfferList = ({ offers }: { offers: readonly StaffOffer[] }) => (
  <ul className={styles.list}>
    {offers.map((offer) => (
      <li key={offer.practiceId}>
        <Suspense>
          <Offer offer={offer} />
        </Suspense>
      </li>
    ))}
  </ul>
)
