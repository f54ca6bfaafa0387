import type { Practice } from '#contract/schemas/practice.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import PersonStanding from 'lucide-react/icons/person-standing'
import Phone from 'lucide-react/icons/phone'
import { FormattedMessage } from 'react-intl'
import { isClinicAdmin, isClinicUser } from '#contract/roles.ts'
import { useCan } from '#src/api/capabilities.ts'
import { MapLink } from '#src/features/practice/map-link.tsx'
import { PricesLink } from '#src/features/prices/prices-link.tsx'
import { RequestLink } from '#src/features/requests/request-links.tsx'
import { SILENT } from '#src/api/query-client.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { APP_VERSION } from '#src/lib/constants.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { type Session, usePortal } from '#src/lib/store.ts'
import { PhoneLink, contactRowClass } from '#src/ui/data/phone-link.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import styles from './contact-dialog.module.css'

/** Contact dialog: the practice for owners, the operator for staff, help with signing in for others. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const session = usePortal((state) => state.session)
  return (
    <Dialog title={<FormattedMessage id="core.contact.title" />} onClose={onClose}>
      {session ? <OfPractice session={session} /> : <SignedOut />}
      <ul className={styles.ways}>
        {session ? <ContactWays session={session} /> : <AccessHelp />}
        {session && <PricesItem session={session} />}
        <li>
          <Link to="/accessibility" className={contactRowClass}>
            <PersonStanding />
            <FormattedMessage id="core.accessibility.title" />
          </Link>
        </li>
      </ul>
    </Dialog>
  )
}

/** Returns the practice of a member of staff, or the practice that the owner has chosen. */
function usePractice(session: Session): Practice | undefined {
  const practiceId = usePortal((state) => session.practiceId ?? state.activePracticeId) ?? ''
  const { data } = useQuery({ ...practiceQueries.one(practiceId), meta: SILENT, enabled: practiceId !== '' })
  return data
}

const SignedOut = () => (
  <p>
    <FormattedMessage id="core.contact.signedOut" />
  </p>
)

function OfPractice({ session }: { session: Session }) {
  const practice = usePractice(session)
  if (!isClinicUser(session)) {
    return (
      <p>
        {practice?.name ? (
          <FormattedMessage id="core.contact.owner" values={{ practice: <strong>{practice.name}</strong> }} />
        ) : (
          <FormattedMessage id="core.contact.ownerNoName" />
        )}
      </p>
    )
  }
  return (
    <>
      <p>
        {isClinicAdmin(session) ? (
          <FormattedMessage id="core.contact.admin" values={{ version: APP_VERSION }} />
        ) : (
          <FormattedMessage id="core.contact.staff" />
        )}
      </p>
      {(practice?.phone || practice?.email) && (
        <p className="muted">
          <FormattedMessage id="core.contact.clients" />
        </p>
      )}
    </>
  )
}

function ContactWays({ session }: { session: Session }) {
  const { address, phone, email } = usePractice(session) ?? {}
  const mail = mailHref(email)
  return (
    <>
      {phone && (
        <li>
          <PhoneLink className={contactRowClass} phone={phone}>
            <Phone />
            {phone}
          </PhoneLink>
        </li>
      )}
      {mail && (
        <li>
          <a className={contactRowClass} href={mail}>
            <Mail />
            {email}
          </a>
        </li>
      )}
      {address && (
        <li>
          <MapLink className={contactRowClass} address={address} />
        </li>
      )}
      <RequestItem />
    </>
  )
}

function PricesItem({ session }: { session: Session }) {
  const practiceId = usePractice(session)?.id
  const hasPrices = useCan('price-list')
  return (
    practiceId &&
    hasPrices && (
      <li>
        <PricesLink practiceId={practiceId} className={contactRowClass} />
      </li>
    )
  )
}

const RequestItem = () => (
  <li>
    <RequestLink className={contactRowClass}>
      <MessageCircle />
      <FormattedMessage id="client.requests.ask" />
    </RequestLink>
  </li>
)

const AccessHelp = () => (
  <li>
    <Link to="/auth/forgot-password" className={contactRowClass}>
      <KeyRound />
      <FormattedMessage id="core.header.forgotPassword" />
    </Link>
  </li>
)
