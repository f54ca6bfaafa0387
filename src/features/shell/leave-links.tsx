import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { isOwner } from '#contract/roles.ts'
import { otherChoice, useOwnPractices } from '#src/api/own-client.ts'
import { homePath } from '#src/session/return-to.ts'
import { usePortal } from '#src/lib/store.ts'
import { readToken } from '#src/lib/token.ts'
import { Button, buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Repeat from 'lucide-react/icons/repeat'

/** Links for signed-in users on pages without a sidebar: another practice, home, sign out. */
export function LeaveLinks() {
  const router = useRouter()
  const session = usePortal((state) => state.session)
  const { pathname } = useLocation()
  const practices = useOwnPractices()
  const other = session && isOwner(session) ? otherChoice(practices) : null
  // A session that failed to start still has its token.
  if (!session && readToken() === null) return null
  return (
    <>
      {other && pathname !== '/auth/select-clinic' && (
        <Link to="/auth/select-clinic" className={buttonClass({ variant: 'secondary' })}>
          <FormattedMessage id={other} />
        </Link>
      )}
      {session && (
        <Link to={homePath()} className={buttonClass({ variant: 'secondary' })}>
          <FormattedMessage id="core.buttons.home" />
        </Link>
      )}
      <Button variant="secondary" onClick={() => void router.options.context.session.end('signedOut')}>
        <FormattedMessage id="core.header.logout" />
      </Button>
    </>
  )
}

/** Goes one step back in history, or home if there is none, as after opening a link from an e-mail. */
export function BackButton() {
  const router = useRouter()
  function back() {
    // The router's count is lost on a full page load, such as a mistyped URL. `navigation` counts only pages of this origin.
    const canGoBack = window.navigation?.canGoBack ?? router.history.canGoBack()
    if (canGoBack) router.history.back()
    else void router.navigate({ to: homePath(), replace: true })
  }
  return (
    <Button variant="primary" icon={ArrowLeft} onClick={back}>
      <FormattedMessage id="core.buttons.back" />
    </Button>
  )
}

/** Link to the selection of practice and client, if there are several. */
export function OtherPractice() {
  const text = otherChoice(useOwnPractices())
  if (!text) return null
  return (
    <Link to="/auth/select-clinic" className={linkButtonClass}>
      <Repeat />
      <FormattedMessage id={text} />
    </Link>
  )
}
