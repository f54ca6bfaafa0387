import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import Settings2 from 'lucide-react/icons/settings-2'
import { FormattedMessage } from 'react-intl'
import { practiceRequestQueries, sortOf } from '#src/api/requests.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { NO_REQUEST_SEARCH, type RequestSearch, readRequestSearch, requestSearchOf } from '#src/api/request-search.ts'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { NoRequests } from './-parts/no-requests.tsx'
import { RequestFilters } from './-parts/request-filters.tsx'
import { RequestTable } from './-parts/request-table.tsx'
import { capableOnly } from '#src/session/guards.ts'

export const Route = createFileRoute('/admin/requests/')({
  staticData: { title: 'admin.requests.title' },
  validateSearch: readRequestSearch,
  search: { middlewares: [stripSearchParams(NO_REQUEST_SEARCH)] },
  loaderDeps: ({ search }) => requestSearchOf(search),
  beforeLoad: capableOnly('requests'),
  loader: async ({ context: { queryClient, practiceId }, deps, ...loader }) => {
    // Not awaited, because the list is usable without the settings.
    void queryClient.query(practiceRequestQueries.settings(practiceId)).catch(() => {})
    await queryClient.query({ ...practiceRequestQueries.list(practiceId, deps), meta: ofLoader(loader) })
  },
  component: Requests,
})

function Requests() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  const { data } = useSuspenseQuery(practiceRequestQueries.list(practiceId, search))
  const { data: settings } = useQuery(practiceRequestQueries.settings(practiceId))
  const isAdmin = useIsClinicAdmin()
  const show = (changed: Partial<RequestSearch>) =>
    void navigate({
      search: { ...search, page: 1, ...changed },
      replace: 'search' in changed,
      resetScroll: false,
    })
  const { content } = data
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.requests.title" />}
        actions={
          isAdmin && (
            <Link to="/admin/requests/settings" className={buttonClass()}>
              <Settings2 />
              <FormattedMessage id="client.nav.settings" />
            </Link>
          )
        }
      />
      <Panel>
        <PanelHead>
          <RequestFilters
            search={search}
            sort={sortOf(search)}
            patientName={content.find(({ patientUuid }) => patientUuid === search.patient)?.patientName}
            clientName={content[0]?.clientName}
            onChange={show}
          />
        </PanelHead>
        <PagedList
          data={data}
          page={search.page}
          icon={Inbox}
          empty={<NoRequests {...{ practiceId, search, isAdmin }} isOff={settings?.kinds.length === 0} />}
          isInPanel
        >
          <RequestTable requests={content} search={search} seenWithinDays={settings?.seenWithinDays} />
        </PagedList>
      </Panel>
    </Page>
  )
}
