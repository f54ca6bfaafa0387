import { Link, useLocation, useRouter } from '@tanstack/react-router'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { isClinicUser } from '#contract/roles.ts'
import { useOwnClient } from '#src/api/own-client.ts'
import { homePath } from '#src/session/return-to.ts'
import { returnToAdmin } from '#src/session/viewing.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { type Session, sidebarMoved, usePortal } from '#src/lib/store.ts'
import { onTokenChanged, readToken } from '#src/lib/token.ts'
import { AppName, Header, HeaderPlace, MenuButton, headerLinkClass, headerNameClass } from '#src/ui/layout/header.tsx'
import { LanguageSwitcher } from '#src/ui/navigation/language-switcher.tsx'
import { SIDEBAR_ID } from '#src/ui/layout/sidebar.tsx'
import { ContactButton } from './contact-button.tsx'

const MIDDLE = 1

export function PortalHeader({ withSidebar }: { withSidebar: boolean }) {
  const { changeLanguage } = useRouter().options.context.session
  const session = usePortal((state) => state.session)
  // A start that hangs or has failed has a token, but no user yet.
  const hasToken = useSyncExternalStore(onTokenChanged, () => readToken() !== null)
  const sidebarOpen = usePortal((state) => state.sidebarOpen)
  // Rerenders on navigation, because `homePath` depends on state outside this component.
  const pathname = useLocation({ select: (location) => location.pathname })
  const isOfClient = pathname.startsWith('/client')
  return (
    <Header withPlace={isOfClient}>
      {withSidebar && (
        <MenuButton open={sidebarOpen} controls={SIDEBAR_ID} onToggle={() => sidebarMoved(!sidebarOpen)} />
      )}
      <AppName to={homePath()} />
      {isOfClient && <HeaderPlace />}
      <ContactButton withSidebar={withSidebar} />
      <LanguageSwitcher
        language={useLanguage()}
        onChange={(language) => void changeLanguage(language).catch(reportUnforeseen)}
      />
      {session === null && !hasToken ? <SignedOutLinks /> : <SignedInLinks session={session} />}
    </Header>
  )
}

function SignedOutLinks() {
  return (
    <>
      <Link to="/auth/login" className={headerLinkClass}>
        <LogIn />
        <span>
          <FormattedMessage id="core.header.login" />
        </span>
      </Link>
      <Link to="/auth/forgot-password" className={headerLinkClass}>
        <CircleQuestionMark />
        <span>
          <FormattedMessage id="core.header.forgotPassword" />
        </span>
      </Link>
    </>
  )
}

function SignedInLinks({ session }: { session: Session | null }) {
  const router = useRouter()
  const activePracticeId = usePortal((state) => state.activePracticeId)
  // Signs out with any key or mouse button: the link in a new tab would show the login page without signing out.
  function signOut(event: MouseEvent) {
    event.preventDefault()
    void router.options.context.session.end('signedOut')
  }
  const signOutByMiddleButton = (event: MouseEvent) => {
    if (event.button === MIDDLE) signOut(event)
  }
  return (
    <>
      {session && isClinicUser(session) ? (
        <a
          href="/admin/dashboard"
          className={headerLinkClass}
          onClick={(event) => {
            // In a new tab the link works normally, and this tab continues to view the client.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            returnToAdmin(router)
          }}
        >
          <CornerUpLeft />
          <span>
            <FormattedMessage id="core.header.returnToAdmin" />
          </span>
        </a>
      ) : (
        session && activePracticeId && <SettingsLink practiceId={activePracticeId} />
      )}
      <a href="/auth/login" className={headerLinkClass} onClick={signOut} onAuxClick={signOutByMiddleButton}>
        <LogOut />
        <span>
          <FormattedMessage id="core.header.logout" />
        </span>
      </a>
    </>
  )
}

function SettingsLink({ practiceId }: { practiceId: string }) {
  const client = useOwnClient(practiceId)
  if (!client?.uuid) return null
  return (
    <Link to="/client/portal/settings" className={headerNameClass} title={displayName(client) || undefined}>
      <UserRound />
      <span>{displayName(client) || <FormattedMessage id="core.text.notAvailable" />}</span>
    </Link>
  )
}
