import { readLogKind } from '#contract/log-kind.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import ScrollText from 'lucide-react/icons/scroll-text'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { Filters } from './audit/-parts/filters.tsx'
import { CsvButton } from '#src/features/csv-button.tsx'
import { saveAudit } from './audit/-parts/save-audit.ts'
import { AuditList } from './audit/-parts/audit-list.tsx'
import { type AuditFilter, auditQueries } from '#src/api/access-log.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { clinicAdminOnly } from '#src/session/guards.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { readPage, readText } from '#src/lib/search.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { countOf } from '#src/api/pages.ts'

type AuditSearch = AuditFilter & { page: number }

const ALL = { page: 1, search: '', person: '', kind: 'changes', from: '', to: '' } as const

export const Route = createFileRoute('/admin/audit')({
  staticData: { title: 'admin.nav.audit' },
  validateSearch: (search: Partial<AuditSearch> & SearchSchemaInput): AuditSearch => ({
    page: readPage(search),
    search: readText(search.search),
    person: readText(search.person),
    kind: readLogKind(search.kind),
    from: readText(search.from, 7),
    to: readText(search.to, 7),
  }),
  search: { middlewares: [stripSearchParams(ALL)] },
  loaderDeps: ({ search }) => search,
  beforeLoad: clinicAdminOnly,
  loader: async ({ context, deps, ...loader }) => {
    await context.queryClient.query({ ...auditQueries.page(context.practiceId, deps), meta: ofLoader(loader) })
  },
  component: AuditPage,
})

function AuditPage() {
  const { practiceId } = Route.useRouteContext()
  const { page, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const intl = useIntl()
  const { data } = useSuspenseQuery(auditQueries.page(practiceId, { page, ...filter }))
  const canSearch = useCan('audit-search')
  const { kind, ...texts } = filter
  const isFiltered = kind !== ALL.kind || Object.values(texts).some(Boolean)
  const show = (changed: Partial<AuditFilter>) =>
    void navigate({ search: { ...filter, ...changed }, replace: 'search' in changed, resetScroll: false })
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.nav.audit" />}
        actions={
          data &&
          data.content.length > 0 &&
          canSearch && (
            <CsvButton
              variant="secondary"
              label="admin.auditSearch.csv"
              name="admin.auditSearch.csvName"
              save={(signal) => saveAudit({ practiceId, filter, signal, intl })}
            />
          )
        }
      />
      {data && canSearch && <Filters practiceId={practiceId} filter={filter} onChange={show} />}
      {data?.searchedSince && <SearchedSince moment={data.searchedSince} />}
      {data && data.content.length > 0 ? (
        <AuditList practiceId={practiceId} entries={data.content} search={filter.search} />
      ) : (
        <Nothing total={data?.page.totalElements} isFiltered={isFiltered} />
      )}
      {data && (
        <Pager page={page} totalPages={data.page.totalPages} totalElements={countOf(data)} size={data.page.size} />
      )}
    </Page>
  )
}

/** Notice that only the latest entries were searched, because the text matches too many names. */
function SearchedSince({ moment }: { moment: string }) {
  return (
    <Message kind="info">
      <FormattedMessage
        id="admin.auditSearch.searchedSince"
        values={{ day: <FormattedDate value={moment} day="numeric" month="long" year="numeric" /> }}
      />
    </Message>
  )
}

/** Empty state. `total` is the number of matching entries; undefined if the API has no audit log. */
function Nothing({ total, isFiltered }: { total: number | undefined; isFiltered: boolean }) {
  const [title, text, link]: readonly [MessageId, MessageId | undefined, MessageId?] =
    total === undefined
      ? ['admin.audit.notKeptTitle', 'admin.audit.notKept']
      : total > 0
        ? ['admin.clients.beyondTitle', undefined, 'admin.clients.firstPage']
        : isFiltered
          ? ['admin.auditSearch.noneTitle', 'admin.auditSearch.none', 'admin.auditSearch.clear']
          : ['admin.audit.emptyTitle', 'admin.audit.empty']
  return (
    <Panel>
      <Empty
        icon={ScrollText}
        title={<FormattedMessage id={title} />}
        actions={
          link && (
            <Link to="/admin/audit" className={buttonClass()}>
              <FormattedMessage id={link} />
            </Link>
          )
        }
      >
        {text && <FormattedMessage id={text} />}
      </Empty>
    </Panel>
  )
}
