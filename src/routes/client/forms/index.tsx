import { useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import { FormattedMessage } from 'react-intl'
import { formQueries } from '#src/api/forms.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'
import { readPage } from '#src/lib/search.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Items } from '#src/ui/data/items.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { FormItem } from '#src/features/forms/form-item.tsx'
import { FormStatus } from '#src/features/forms/form-status.tsx'

interface Search {
  page: number
}

export const Route = createFileRoute('/client/forms/')({
  staticData: { title: 'client.forms.title' },
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({ page: readPage({ ...search }) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loaderDeps: ({ search }) => search,
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, clientId }, deps, ...loader }) => {
    await queryClient.query(cachedFirst(formQueries.list(clientId, deps), loader))
  },
  component: Forms,
})

function Forms() {
  const { clientId } = Route.useRouteContext()
  const { page } = Route.useSearch()
  const { data } = useSuspenseQuery(formQueries.list(clientId, { page }))
  const forms = data?.content ?? []
  const open = forms.filter(({ state }) => state === 'asked')
  const others = forms.filter(({ state }) => state !== 'asked')
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="client.forms.title" />}
        lead={forms.length > 0 && <FormattedMessage id="client.forms.lead" values={{ count: open.length }} />}
        wideLead
      />
      {forms.length > 0 ? (
        <Items>
          {[...open, ...others].map((task) => (
            <FormItem key={task.uuid} task={task} when={<FormStatus state={task.state} />} />
          ))}
        </Items>
      ) : data && data.page.totalElements > 0 ? (
        <PageOutOfRange icon={FilePen} />
      ) : (
        <Panel>
          <Empty icon={FilePen} title={<FormattedMessage id="client.forms.emptyTitle" />}>
            <FormattedMessage id="client.forms.empty" />
          </Empty>
        </Panel>
      )}
      {data && data.page.totalPages > 1 && (
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
