import { Link, createFileRoute } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import { FormattedMessage } from 'react-intl'
import { Main } from '#src/ui/layout/shell.tsx'
import { usePortal } from '#src/lib/store.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { LeaveLinks, BackButton } from '#src/features/shell/leave-links.tsx'

export const Route = createFileRoute('/not-authorised')({
  staticData: { title: 'core.headers.notAuthorised' },
  component: NotAuthorised,
})

function NotAuthorised() {
  const signedIn = usePortal((state) => state.session !== null)
  return (
    <Main>
      <Notice
        title={<FormattedMessage id="core.headers.notAuthorised" />}
        icons={[Lock]}
        actions={
          <>
            <BackButton />
            {signedIn ? (
              <LeaveLinks />
            ) : (
              <Link to="/auth/login" className={buttonClass({ variant: 'secondary' })}>
                <FormattedMessage id="core.header.login" />
              </Link>
            )}
          </>
        }
      >
        <FormattedMessage id="core.text.notAuthorised" />
      </Notice>
    </Main>
  )
}
