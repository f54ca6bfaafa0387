import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import FileCheck from 'lucide-react/icons/file-check'
import Plus from 'lucide-react/icons/plus'
import Settings2 from 'lucide-react/icons/settings-2'
import { FormattedMessage } from 'react-intl'
import {
  type EstimateSearch,
  NO_ESTIMATE_SEARCH,
  estimateSearchOf,
  isFiltered,
  readEstimateSearch,
} from '#src/api/estimate-search.ts'
import { practiceEstimateQueries } from '#src/api/estimates.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { EstimateFilters } from './-parts/estimate-filters.tsx'
import { EstimateTable } from './-parts/estimate-table.tsx'

export const Route = createFileRoute('/admin/estimates/')({
  staticData: { title: 'client.nav.estimates' },
  validateSearch: readEstimateSearch,
  search: { middlewares: [stripSearchParams(NO_ESTIMATE_SEARCH)] },
  loaderDeps: ({ search }) => estimateSearchOf(search),
  beforeLoad: capableOnly('estimates'),
  loader: async ({ context: { queryClient, practiceId }, deps, ...loader }) => {
    await queryClient.query({ ...practiceEstimateQueries.list(practiceId, deps), meta: ofLoader(loader) })
  },
  component: Estimates,
})

function Estimates() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  const { data } = useSuspenseQuery(practiceEstimateQueries.list(practiceId, search))
  const isAdmin = useIsClinicAdmin()
  const { content } = data
  const show = (changed: Partial<EstimateSearch>) =>
    void navigate({ search: { ...search, page: 1, ...changed }, replace: 'search' in changed, resetScroll: false })
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.nav.estimates" />}
        actions={
          <div className="row">
            {isAdmin && (
              <Link to="/admin/estimates/settings" className={buttonClass()}>
                <Settings2 />
                <FormattedMessage id="client.nav.settings" />
              </Link>
            )}
            <Link
              to="/admin/estimates/edit"
              search={search.of ? { of: search.of } : {}}
              className={buttonClass({ variant: 'primary' })}
            >
              <Plus />
              <FormattedMessage id="admin.estimates.new" />
            </Link>
          </div>
        }
      />
      <Panel>
        <PanelHead>
          <EstimateFilters search={search} clientName={content[0]?.clientName} onChange={show} />
        </PanelHead>
        <PagedList
          data={data}
          page={search.page}
          icon={FileCheck}
          empty={<NoEstimates isFiltered={isFiltered(search)} />}
          isInPanel
        >
          <EstimateTable estimates={content} search={search} />
        </PagedList>
      </Panel>
    </Page>
  )
}

/** Empty list: no estimate yet, or none that matches the filter. */
function NoEstimates({ isFiltered: isSearch }: { isFiltered: boolean }) {
  if (!isSearch) {
    return (
      <Empty icon={FileCheck} title={<FormattedMessage id="client.estimates.emptyTitle" />}>
        <FormattedMessage id="admin.estimates.empty" />
      </Empty>
    )
  }
  return (
    <Empty
      title={<FormattedMessage id="admin.estimates.noneFoundTitle" />}
      actions={
        <Link to="/admin/estimates" className={buttonClass()}>
          <FormattedMessage id="admin.estimates.showAll" />
        </Link>
      }
    >
      <FormattedMessage id="admin.estimates.noneFound" />
    </Empty>
  )
}
