import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import styles from './practice-in-header.module.css'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Eye from 'lucide-react/icons/eye'
import Bell from 'lucide-react/icons/bell'
import Menu from 'lucide-react/icons/menu'
import MessageCircle from 'lucide-react/icons/message-circle'
import PawPrint from 'lucide-react/icons/paw-print'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { InHeader } from '#src/ui/layout/in-header.tsx'
import { displayName } from '#contract/names.ts'
import { otherChoice, useOwnClient, useOwnPractices } from '#src/api/own-client.ts'
import { PracticeLogo } from '#src/features/practice/practice-logo.tsx'
import { useQuery } from '@tanstack/react-query'
import { clientQueries } from '#src/api/clients.ts'
import { returnToAdmin } from '#src/session/viewing.ts'
import { Banner } from '#src/ui/feedback/banner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { useAcceptsRequest } from '#src/features/requests/request-links.tsx'
import { PHONE } from '#src/lib/constants.ts'
import { sidebarMoved, usePortal } from '#src/lib/store.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { SIDEBAR_ID } from '#src/ui/layout/sidebar.tsx'
import { FootBar, FootBarButton, FootBarLink } from '#src/ui/navigation/foot-bar.tsx'

/** Practice, and client if the user has several there, with a link to other choices, if any. */
export function PracticeInHeader({ practice, viewedByStaff }: { practice: Practice; viewedByStaff: boolean }) {
  const practices = useOwnPractices()
  const other = otherChoice(practices)
  const own = useOwnClient(practice.id)
  const hasSeveral = practices?.some(({ id, clients }) => id === practice.id && clients)
  const client = hasSeveral && own ? displayName(own) : ''
  const face = (
    <>
      <PracticeLogo practice={practice} />
      <span className="hidden-text">
        <FormattedMessage id="client.practiceIs" /> {[practice.name, client].filter(Boolean).join(', ')}
      </span>
      {/* `aria-hidden`, because screen readers would also read the title. */}
      {client ? (
        <span className={styles.both} title={`${practice.name}, ${client}`} aria-hidden="true">
          <span>{practice.name}</span>
          <small>{client}</small>
        </span>
      ) : (
        <span className={styles.name} title={practice.name} aria-hidden="true">
          {practice.name}
        </span>
      )}
    </>
  )
  return (
    <InHeader>
      {other && !viewedByStaff ? (
        <Link to="/auth/select-clinic" className={styles.practice}>
          {face}
          <span className="hidden-text">
            . <FormattedMessage id={other} />
          </span>
          <ChevronsUpDown />
        </Link>
      ) : (
        <div className={styles.practice}>{face}</div>
      )}
    </InHeader>
  )
}

/** Banner for staff who view a client's portal: the client's name, or that it is the sample, and a button to return. */
export function ViewingBanner({ clientId }: { clientId: string }) {
  const router = useRouter()
  const intl = useIntl()
  const { data: client } = useQuery({ ...clientQueries.one(clientId), enabled: false })
  const name = (client && displayName(client)) || intl.formatMessage({ id: 'core.text.notAvailable' })
  const isSample = clientId === SAMPLE_CLIENT_ID
  return (
    <Banner
      icon={Eye}
      actions={
        <Button variant="secondary" icon={CornerUpLeft} onClick={() => returnToAdmin(router)}>
          <FormattedMessage id="core.header.returnToAdmin" />
        </Button>
      }
    >
      <title>
        {`${isSample ? intl.formatMessage({ id: 'client.sample' }) : intl.formatMessage({ id: 'client.viewingTitle' }, { name })} · ${intl.formatMessage({ id: 'core.appName' })}`}
      </title>
      {isSample ? (
        <strong>
          <FormattedMessage id="client.sample" />
        </strong>
      ) : (
        <FormattedMessage id="client.viewing" values={{ name: <strong>{name}</strong> }} />
      )}
      {client?.locked && (
        <>
          {' '}
          <FormattedMessage id="client.viewingLocked" />
        </>
      )}
    </Banner>
  )
}

/** Minimum width for four links in the foot bar; large fonts make the bar too narrow. */
const HAS_ROOM = '(min-width: 18rem)'

/** Minimum width for five links in the foot bar. */
const HAS_MORE_ROOM = '(min-width: 22rem)'

interface OwnerFootBarProps {
  badge: number | undefined
  badgeLabel: string
  /** Number of requests that wait for the owner. */
  asked: number
  askedLabel: string
}

/** Foot bar on phones with the pages that owners open most; the sidebar has all pages. */
export function OwnerFootBar({ badge, badgeLabel, asked, askedLabel }: OwnerFootBarProps) {
  const intl = useIntl()
  const isShown = useMedia(`${PHONE} and ${HAS_ROOM}`)
  const hasRoomForMore = useMedia(HAS_MORE_ROOM)
  const canRequest = useAcceptsRequest() && hasRoomForMore
  const isOpen = usePortal((state) => state.sidebarOpen)
  if (!isShown) return null
  const text = intl.formatMessage
  return (
    <FootBar label={text({ id: 'client.nav.foot' })}>
      <FootBarLink
        to="/client/portal/reminders"
        icon={Bell}
        label={text({ id: 'client.nav.today' })}
        badge={badge}
        badgeLabel={badgeLabel}
      />
      <FootBarLink to="/client/patients" icon={PawPrint} label={text({ id: 'client.nav.patients' })} />
      <FootBarLink to="/client/invoices" icon={ReceiptEuro} label={text({ id: 'client.nav.invoices' })} />
      {canRequest && (
        <FootBarLink
          to="/client/requests"
          icon={MessageCircle}
          label={text({ id: 'client.nav.ask' })}
          badge={asked}
          badgeLabel={askedLabel}
        />
      )}
      <FootBarButton
        icon={Menu}
        label={text({ id: 'client.nav.more' })}
        aria-expanded={isOpen}
        aria-controls={SIDEBAR_ID}
        onClick={() => sidebarMoved(!isOpen)}
      />
    </FootBar>
  )
}
