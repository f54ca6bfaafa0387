import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { isOwner } from '#contract/roles.ts'
import { otherChoice, useOwnPractices } from '#src/api/own-client.ts'
import { homePath } from '#src/session/home-path.ts'
import { usePortal } from '#src/lib/store.ts'
import { readToken } from '#src/lib/token.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

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
