import type { StaffOffer } from '#contract/staff.ts'
import { classes } from '#src/ui/classes.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Offer } from './offer.tsx'
import styles from './offers.module.css'
import { useLateOffers } from './use-late-offers.ts'

/** For the pages that somebody sees first: the practices that ask whether they want to work there. */
export function OfferNotices({ centred }: { centred?: boolean | undefined }) {
  const offers = useLateOffers()
  return offers.map((offer) => (
    <Panel key={offer.practiceId} className={classes(styles.notice, centred && styles.centred)}>
      <Offer offer={offer} />
    </Panel>
  ))
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
