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

/** Where else somebody who is signed in can go, on a page that has no sidebar: another practice, home, or out. */
export function WaysOut() {
  const router = useRouter()
  const session = usePortal((state) => state.session)
  const { pathname } = useLocation()
  const practices = useOwnPractices()
  const other = session && isOwner(session) ? otherChoice(practices) : null
  // A session that could not be started has its token still.
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

/** One step back in history; home where there is none, as after opening a link from a mail. */
export function BackButton() {
  const router = useRouter()
  function back() {
    // A mistyped address is a full load, of which the router's own count knows nothing; the browser's counts our pages only.
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

/** Link to the choice of practice and client, where there is more than one to choose from. */
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
