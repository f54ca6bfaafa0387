import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { CornerUpLeft, KeyRound, LogIn, LogOut, UserRound } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { isClinicUser } from '#contract/roles.ts'
import { clientQueries } from '#src/api/clients.ts'
import { changeLanguage } from '#src/session/change-language.ts'
import { homePath } from '#src/session/home-path.ts'
import { end } from '#src/session/lifecycle.ts'
import { returnToAdmin } from '#src/session/viewing.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { type Session, sidebarMoved, usePortal } from '#src/lib/store.ts'
import { AppName, Header, MenuButton, headerLinkClass, headerNameClass } from '#src/ui/layout/header.tsx'
import { LanguageSwitcher } from '#src/ui/navigation/language-switcher.tsx'
import { SIDEBAR_ID } from '#src/ui/layout/sidebar.tsx'

export function PortalHeader({ withSidebar }: { withSidebar: boolean }) {
  const session = usePortal((state) => state.session)
  const sidebarOpen = usePortal((state) => state.sidebarOpen)
  // Home changes with the session, and with the address that is left.
  useLocation()
  return (
    <Header>
      {withSidebar && (
        <MenuButton open={sidebarOpen} controls={SIDEBAR_ID} onToggle={() => sidebarMoved(!sidebarOpen)} />
      )}
      <AppName to={homePath()} />
      <LanguageSwitcher
        language={useLanguage()}
        // A refused PUT was shown, and the language stays as it was chosen.
        onChange={(language) => void changeLanguage(language).catch(() => {})}
      />
      {session === null ? <SignedOutLinks /> : <SignedInLinks session={session} />}
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
        <KeyRound />
        <span>
          <FormattedMessage id="core.header.forgotPassword" />
        </span>
      </Link>
    </>
  )
}

function SignedInLinks({ session }: { session: Session }) {
  const router = useRouter()
  const activePracticeId = usePortal((state) => state.activePracticeId)
  return (
    <>
      {isClinicUser(session) ? (
        <a
          href="/admin/dashboard"
          className={headerLinkClass}
          onClick={(event) => {
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
        activePracticeId && <SettingsLink userId={session.userId} practiceId={activePracticeId} />
      )}
      <a
        href="/auth/login"
        className={headerLinkClass}
        onClick={(event) => {
          event.preventDefault()
          void end(router, 'signedOut')
        }}
      >
        <LogOut />
        <span>
          <FormattedMessage id="core.header.logout" />
        </span>
      </a>
    </>
  )
}

function SettingsLink({ userId, practiceId }: { userId: string; practiceId: string }) {
  // The guard of the client area fetches; the header only reads.
  const { data: client } = useQuery({ ...clientQueries.own(userId, practiceId), enabled: false })
  if (!client) return null
  return (
    <Link to="/client/portal/settings" className={headerNameClass}>
      <UserRound />
      <span>{displayName(client) || <FormattedMessage id="core.text.notAvailable" />}</span>
    </Link>
  )
}
