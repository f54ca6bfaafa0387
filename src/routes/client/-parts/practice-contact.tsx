import Phone from 'lucide-react/icons/phone'
import type { Practice } from '#contract/schemas/practice.ts'
import { PhoneLink, contactRowClass } from '#src/ui/data/phone-link.tsx'
import { classes } from '#src/ui/classes.ts'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import styles from './practice-contact.module.css'

/** Telephone and opening hours in the card of a practice; for owners only, because staff know them. */
export function PracticeContact({ practice: { phone, openingHours } }: { practice: Practice }) {
  return (
    <>
      {phone && (
        <PhoneLink className={classes(contactRowClass, styles.phone)} phone={phone}>
          <Phone />
          {phone}
        </PhoneLink>
      )}
      {openingHours && (
        <p className={styles.hours}>
          <OpenNow hours={openingHours} />
        </p>
      )}
    </>
  )
}
