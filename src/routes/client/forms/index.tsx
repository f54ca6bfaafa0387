import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import { FormattedMessage } from 'react-intl'
import { formQueries } from '#src/api/forms.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { readPageSearch } from '#src/lib/search.ts'
import { capableOnly } from '#src/session/guards.ts'
import { Items } from '#src/ui/data/items.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { FormItem } from '#src/features/forms/form-item.tsx'
import { FormStatus } from '#src/features/forms/form-status.tsx'

export const Route = createFileRoute('/client/forms/')({
  staticData: { title: 'client.forms.title' },
  validateSearch: readPageSearch,
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
      <PagedList
        data={data}
        page={page}
        icon={FilePen}
        empty={
          <Empty icon={FilePen} title={<FormattedMessage id="client.forms.emptyTitle" />}>
            <FormattedMessage id="client.forms.empty" />
          </Empty>
        }
      >
        <Items>
          {[...open, ...others].map((task) => (
            <FormItem key={task.uuid} task={task} when={<FormStatus state={task.state} />} />
          ))}
        </Items>
      </PagedList>
    </Page>
  )
}
