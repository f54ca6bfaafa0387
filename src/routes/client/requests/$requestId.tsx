import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { requestQueries } from '#src/api/requests.ts'
import { AnsweredAppointment } from '#src/features/appointments/appointments.tsx'
import { RequestCard } from '#src/features/requests/request-card.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'

export const Route = createFileRoute('/client/requests/$requestId')({
  staticData: { title: 'client.requests.one' },
  loader: async ({ context: { queryClient, clientId }, params: { requestId }, ...loader }) => {
    await queryClient.query(cachedFirst(requestQueries.one(clientId, requestId), loader))
  },
  component: OneRequest,
})

function OneRequest() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { requestId } = Route.useParams()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: request } = useSuspenseQuery(requestQueries.one(clientId, requestId))
  if (!request) {
    return (
      <Page>
        <Notice
          title={<FormattedMessage id="client.requests.notFoundTitle" />}
          icons={[MessageCircle]}
          actions={
            <Link to="/client/requests" className={buttonClass({ variant: 'primary' })}>
              <FormattedMessage id="client.requests.all" />
            </Link>
          }
        >
          <FormattedMessage id="client.requests.notFound" />
        </Notice>
      </Page>
    )
  }
  return (
    <Page>
      <BackLink to="/client/requests" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.requests.all" />
      </BackLink>
      <PageHead title={<FormattedMessage id="client.requests.one" />} />
      <RequestCard
        {...{ clientId, request, practice, viewedByStaff }}
        appointment={<AnsweredAppointment request={request} practice={practice} />}
      />
    </Page>
  )
}
