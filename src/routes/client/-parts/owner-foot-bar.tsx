import Bell from 'lucide-react/icons/bell'
import Menu from 'lucide-react/icons/menu'
import MessageCircle from 'lucide-react/icons/message-circle'
import PawPrint from 'lucide-react/icons/paw-print'
import Receipt from 'lucide-react/icons/receipt'
import { useIntl } from 'react-intl'
import { useTakes } from '#src/features/requests/use-takes.ts'
import { PHONE } from '#src/lib/constants.ts'
import { sidebarMoved, usePortal } from '#src/lib/store.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { SIDEBAR_ID } from '#src/ui/layout/sidebar.tsx'
import { FootBar, FootBarButton, FootBarLink } from '#src/ui/navigation/foot-bar.tsx'

/** Not with letters so large that four words have no room. */
const HAS_ROOM = '(min-width: 18rem)'

/** Nor five. */
const HAS_MORE_ROOM = '(min-width: 22rem)'

/** What an owner opens most; the drawer has the rest. */
export function OwnerFootBar({ activeReminders }: { activeReminders: number | undefined }) {
  const intl = useIntl()
  const isShown = useMedia(`${PHONE} and ${HAS_ROOM}`)
  const hasRoomForMore = useMedia(HAS_MORE_ROOM)
  const canAsk = useTakes() && hasRoomForMore
  const isOpen = usePortal((state) => state.sidebarOpen)
  if (!isShown) return null
  const text = intl.formatMessage
  return (
    <FootBar label={text({ id: 'client.nav.foot' })}>
      <FootBarLink
        to="/client/portal/reminders"
        icon={Bell}
        label={text({ id: 'client.nav.reminders' })}
        badge={activeReminders}
        badgeLabel={text({ id: 'client.nav.badge' }, { count: activeReminders ?? 0 })}
      />
      <FootBarLink to="/client/patients" icon={PawPrint} label={text({ id: 'client.nav.patients' })} />
      <FootBarLink to="/client/invoices" icon={Receipt} label={text({ id: 'client.nav.invoices' })} />
      {canAsk && <FootBarLink to="/client/requests" icon={MessageCircle} label={text({ id: 'client.nav.ask' })} />}
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
