import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { requestQueries } from '#src/api/requests.ts'
import { AnsweredAppointment } from '#src/features/appointments/appointments.tsx'
import { RequestLink, useAcceptsRequest } from '#src/features/requests/request-links.tsx'
import { RequestNotAccepted } from '#src/features/requests/request-not-accepted.tsx'
import { RequestCard } from '#src/features/requests/request-card.tsx'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { readPageSearch } from '#src/lib/search.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'

export const Route = createFileRoute('/client/requests/')({
  staticData: { title: 'client.requests.title' },
  validateSearch: readPageSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, clientId }, deps, ...loader }) => {
    await queryClient.query(cachedFirst(requestQueries.list(clientId, deps), loader))
  },
  component: Requests,
})

function Requests() {
  const { clientId, practiceId, viewedByStaff } = Route.useRouteContext()
  const { page } = Route.useSearch()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data } = useSuspenseQuery(requestQueries.list(clientId, { page }))
  const canRequest = useAcceptsRequest()
  const isEmpty = !data || data.page.totalElements === 0
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.requests.title" />}
        lead={!isEmpty && <FormattedMessage id="client.requests.lead" />}
        wideLead
        actions={!isEmpty && <RequestLink variant="primary" />}
      />
      {isEmpty && !canRequest && !viewedByStaff ? (
        <RequestNotAccepted practice={practice} viewedByStaff={false} />
      ) : (
        <PagedList
          data={data}
          page={page}
          icon={MessageCircle}
          empty={
            <Empty
              icon={MessageCircle}
              title={<FormattedMessage id="client.requests.emptyTitle" />}
              actions={<RequestLink variant="primary" />}
            >
              <FormattedMessage id={viewedByStaff ? 'client.requests.emptyForStaff' : 'client.requests.empty'} />
            </Empty>
          }
        >
          {data?.content.map((request) => (
            <RequestCard
              key={request.uuid}
              isListed
              {...{ clientId, request, practice, viewedByStaff }}
              appointment={<AnsweredAppointment withLink request={request} practice={practice} />}
            />
          ))}
        </PagedList>
      )}
    </Page>
  )
}
