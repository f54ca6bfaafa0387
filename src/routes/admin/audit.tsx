import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { AuditList } from './audit/-parts/audit-list.tsx'
import { auditQueries } from '#src/api/audit.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { clinicAdminOnly } from '#src/session/guards.ts'
import { readPage } from '#src/lib/search.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { countOf } from '#src/api/pages.ts'

export const Route = createFileRoute('/admin/audit')({
  staticData: { title: 'admin.nav.audit' },
  validateSearch: (search: { page?: number } & SearchSchemaInput) => ({ page: readPage(search) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: clinicAdminOnly,
  loader: async ({ context, deps, ...loader }) => {
    await context.queryClient.query({ ...auditQueries.page(context.practiceId, deps.page), meta: ofLoader(loader) })
  },
  component: AuditPage,
})

function AuditPage() {
  const { practiceId } = Route.useRouteContext()
  const { page } = Route.useSearch()
  const { data } = useSuspenseQuery(auditQueries.page(practiceId, page))
  return (
    <Page>
      <PageHead title={<FormattedMessage id="admin.nav.audit" />} lead={<FormattedMessage id="admin.audit.lead" />} />
      {data && data.content.length > 0 ? (
        <AuditList entries={data.content} />
      ) : (
        <Nothing total={data?.page.totalElements} />
      )}
      {data && (
        <Pager page={page} totalPages={data.page.totalPages} totalElements={countOf(data)} size={data.page.size} />
      )}
    </Page>
  )
}

/** `total`: of the whole trail; undefined where none is kept. */
function Nothing({ total }: { total: number | undefined }) {
  if (total === undefined) {
    return (
      <Panel>
        <Empty icon={ScrollText} title={<FormattedMessage id="admin.audit.notKeptTitle" />}>
          <FormattedMessage id="admin.audit.notKept" />
        </Empty>
      </Panel>
    )
  }
  if (total === 0) {
    return (
      <Panel>
        <Empty icon={ScrollText} title={<FormattedMessage id="admin.audit.emptyTitle" />}>
          <FormattedMessage id="admin.audit.empty" />
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel>
      <Empty
        icon={ScrollText}
        title={<FormattedMessage id="admin.clients.beyondTitle" />}
        actions={
          <Link to="/admin/audit" className={buttonClass()}>
            <FormattedMessage id="admin.clients.firstPage" />
          </Link>
        }
      />
    </Panel>
  )
}
