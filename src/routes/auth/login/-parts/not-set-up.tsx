import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { checkSetupCode } from '#src/api/setup.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

/** Notice on the sign-in page of a portal without a practice, where nobody can sign in yet. */
export function NotSetUp() {
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    // The portal may have been set up since the server started, which wrote the capability into the page.
    checkSetupCode('').then((state) => setIsEmpty(state !== 'done'), reportUnforeseen)
  }, [])
  if (!isEmpty) return null
  return (
    <Message kind="info">
      <FormattedMessage id="auth.login.notSetUp" />{' '}
      <Link to="/setup" className={linkButtonClass}>
        <FormattedMessage id="auth.login.setUp" />
      </Link>
    </Message>
  )
}
