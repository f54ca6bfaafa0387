import { useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { requestQueries } from '#src/api/requests.ts'
import { AnsweredAppointment } from '#src/features/appointments/appointments.tsx'
import { RequestLink, useAcceptsRequest } from '#src/features/requests/request-links.tsx'
import { RequestNotAccepted } from '#src/features/requests/request-not-accepted.tsx'
import { RequestCard } from '#src/features/requests/request-card.tsx'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'
import { readPage } from '#src/lib/search.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'

interface Search {
  page: number
}

export const Route = createFileRoute('/client/requests/')({
  staticData: { title: 'client.requests.title' },
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({ page: readPage({ ...search }) }),
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
      {data?.content.map((request) => (
        <RequestCard
          key={request.uuid}
          isListed
          {...{ clientId, request, practice, viewedByStaff }}
          appointment={<AnsweredAppointment withLink request={request} practice={practice} />}
        />
      ))}
      {isEmpty && (canRequest || viewedByStaff) && (
        <Panel>
          <Empty
            icon={MessageCircle}
            title={<FormattedMessage id="client.requests.emptyTitle" />}
            actions={<RequestLink variant="primary" />}
          >
            <FormattedMessage id={viewedByStaff ? 'client.requests.emptyForStaff' : 'client.requests.empty'} />
          </Empty>
        </Panel>
      )}
      {isEmpty && !canRequest && !viewedByStaff && <RequestNotAccepted practice={practice} viewedByStaff={false} />}
      {!isEmpty && data.content.length === 0 && <PageOutOfRange icon={MessageCircle} />}
      {!isEmpty && data.page.totalPages > 1 && (
        <Pager
          page={page}
          totalPages={data.page.totalPages}
          totalElements={data.page.totalElements}
          size={data.page.size}
        />
      )}
    </Page>
  )
}
