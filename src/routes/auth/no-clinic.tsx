import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { Building2, Cat, Dog } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { portalUserOnly } from '#src/session/guards.ts'
import { homePath } from '#src/session/home-path.ts'
import { practicesChanged } from '#src/session/choose-practice.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { end } from '#src/session/lifecycle.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Main } from '#src/ui/layout/shell.tsx'

export const Route = createFileRoute('/auth/no-clinic')({
  staticData: { title: 'auth.noClinic.title' },
  beforeLoad: async ({ context }) => {
    const { userId } = portalUserOnly()
    const practices = await context.queryClient.query(practiceQueries.own(userId))
    if (practices.length > 0) throw redirect({ to: homePath(), replace: true })
    return { userId }
  },
  component: NoClinic,
})

function NoClinic() {
  const router = useRouter()
  const { userId } = Route.useRouteContext()
  return (
    <Main>
      <Notice
        title={<FormattedMessage id="auth.noClinic.title" />}
        icons={[Dog, undefined, Cat]}
        missing={Building2}
        actions={
          <>
            <Button variant="primary" onClick={() => void practicesChanged(router, userId).catch(reportUnforeseen)}>
              <FormattedMessage id="core.buttons.retry" />
            </Button>
            <Button variant="secondary" onClick={() => void end(router, 'signedOut')}>
              <FormattedMessage id="core.header.logout" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="auth.noClinic.text" />
      </Notice>
    </Main>
  )
}
