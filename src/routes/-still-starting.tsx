import { useRouter } from '@tanstack/react-router'
import { PawPrint } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { signOut, startAgain } from '#src/features/session/session.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Main } from '#src/ui/shell.tsx'

/** In place of the page while the server does not answer who is signed in. It opens by itself when the answer comes. */
export function StillStarting() {
  const router = useRouter()
  const { queryClient } = router.options.context
  return (
    <Main>
      <Notice
        title={<FormattedMessage id="core.headers.slow" />}
        icons={[PawPrint]}
        actions={
          <>
            <Button variant="primary" onClick={() => startAgain(queryClient)}>
              <FormattedMessage id="core.buttons.retry" />
            </Button>
            <Button variant="secondary" onClick={() => void signOut(router)}>
              <FormattedMessage id="core.header.logout" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="core.text.slow" />
      </Notice>
    </Main>
  )
}
