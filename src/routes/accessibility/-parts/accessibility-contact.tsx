import type { Practice } from '#contract/schemas/practice.ts'
import { useQuery } from '@tanstack/react-query'
import Globe from 'lucide-react/icons/globe'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage } from 'react-intl'
import { isClinicUser } from '#contract/roles.ts'
import { websiteOf } from '#contract/website.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { practiceQueries } from '#src/api/practices.ts'
import { usePortal } from '#src/lib/store.ts'
import styles from './accessibility.module.css'

/** Contact details of the user's current practice for accessibility problems; a general text if signed out. */
export function AccessibilityContact() {
  const session = usePortal((state) => state.session)
  const practiceId = usePortal((state) => state.activePracticeId ?? state.session?.practiceId)
  const { data: practice } = useQuery({
    ...practiceQueries.one(practiceId ?? ''),
    enabled: session !== null && Boolean(practiceId),
  })
  if (!session) {
    return (
      <p>
        <FormattedMessage id="core.accessibility.tellNobody" />
      </p>
    )
  }
  return (
    <>
      <p>
        {isClinicUser(session) ? (
          <FormattedMessage id="core.accessibility.tellStaff" />
        ) : practice?.name ? (
          <FormattedMessage id="core.accessibility.tellOwner" values={{ practice: <strong>{practice.name}</strong> }} />
        ) : (
          <FormattedMessage id="core.accessibility.tellOwnerNoName" />
        )}
      </p>
      {practice && <ContactWays practice={practice} />}
    </>
  )
}

function ContactWays({ practice }: { practice: Practice }) {
  const { phone } = practice
  const website = websiteOf(practice)
  if (!phone && !website) return null
  return (
    <p className={styles.ways}>
      {phone && (
        <PhoneLink phone={phone}>
          <Phone />
          {phone}
        </PhoneLink>
      )}
      {website && (
        <a href={website} target="_blank" rel="noopener noreferrer">
          <Globe />
          {new URL(website).hostname}
        </a>
      )}
    </p>
  )
}
