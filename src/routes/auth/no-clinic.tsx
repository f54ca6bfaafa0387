import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import { FormattedMessage } from 'react-intl'
import type { StaffOffer } from '#contract/schemas/staff.ts'
import { OfferList, useLateOffers } from '#src/features/staff/offers.tsx'
import { portalUserOnly } from '#src/session/guards.ts'
import { homePath } from '#src/session/return-to.ts'
import { practicesChanged } from '#src/session/memberships.ts'
import { prefetchOffers } from '#src/api/offers.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Card } from '#src/ui/data/card.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { Main, TITLE_ID } from '#src/ui/layout/shell.tsx'

export const Route = createFileRoute('/auth/no-clinic')({
  staticData: { title: 'auth.noClinic.title' },
  beforeLoad: async ({ context }) => {
    const { userId } = portalUserOnly()
    const practices = await context.queryClient.query(practiceQueries.own(userId))
    if (practices.length > 0) throw redirect({ to: homePath(), replace: true })
    return { userId }
  },
  loader: ({ context }) => void prefetchOffers(context.queryClient),
  component: NoClinic,
})

function NoClinic() {
  const router = useRouter()
  const { userId } = Route.useRouteContext()
  const offers = useLateOffers()
  if (offers.length > 0) return <Invited offers={offers} />
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
            <Button variant="secondary" onClick={() => void router.options.context.session.end('signedOut')}>
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

/** Page of a user without a practice who has been invited to work at one. */
function Invited({ offers }: { offers: readonly StaffOffer[] }) {
  return (
    <Main>
      <Page>
        <Card
          size="large"
          centred
          header={
            <h1 id={TITLE_ID}>
              <FormattedMessage id="auth.noClinic.invited" values={{ count: offers.length }} />
            </h1>
          }
          footer={<FormattedMessage id="auth.noClinic.noClient" />}
        >
          <OfferList offers={offers} />
        </Card>
      </Page>
    </Main>
  )
}
