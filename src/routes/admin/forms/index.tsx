import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import FilePen from 'lucide-react/icons/file-pen'
import Files from 'lucide-react/icons/files'
import Plus from 'lucide-react/icons/plus'
import { FormattedMessage } from 'react-intl'
import { type FormSearch, NO_FORM_SEARCH, formSearchOf, readFormSearch } from '#src/api/form-search.ts'
import { practiceFormQueries } from '#src/api/practice-forms.ts'
import { SILENT, ofLoader } from '#src/api/query-client.ts'
import { PagedList } from '#src/features/shell/paged-list.tsx'
import { capableOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { TaskFilters } from './-parts/task-filters.tsx'
import { TaskTable } from './-parts/task-table.tsx'

export const Route = createFileRoute('/admin/forms/')({
  staticData: { title: 'admin.forms.title' },
  validateSearch: readFormSearch,
  search: { middlewares: [stripSearchParams(NO_FORM_SEARCH)] },
  loaderDeps: ({ search }) => formSearchOf(search),
  beforeLoad: capableOnly('forms'),
  loader: async ({ context: { queryClient, practiceId }, deps, ...loader }) => {
    // The list is usable without the filter by form.
    const forms = queryClient.query({ ...practiceFormQueries.all(practiceId), meta: SILENT }).catch(() => {})
    await queryClient.query({ ...practiceFormQueries.tasks(practiceId, deps), meta: ofLoader(loader) })
    await forms
  },
  component: Forms,
})

function Forms() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  const { data } = useSuspenseQuery(practiceFormQueries.tasks(practiceId, search))
  const { data: forms } = useQuery({ ...practiceFormQueries.all(practiceId), retryOnMount: false, meta: SILENT })
  const { content } = data
  const isFiltered = search.state !== 'all' || search.form !== '' || search.of !== ''
  const show = (changed: Partial<FormSearch>) =>
    void navigate({ search: { ...search, page: 1, ...changed }, resetScroll: false })
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.forms.title" />}
        lead={<FormattedMessage id="admin.forms.lead" />}
        wideLead
        actions={
          <div className="row">
            <Link to="/admin/forms/definitions" className={buttonClass()}>
              <Files />
              <FormattedMessage id="admin.forms.ours" />
            </Link>
            <Link
              to="/admin/forms/ask"
              search={search.of ? { of: search.of } : {}}
              className={buttonClass({ variant: 'primary' })}
            >
              <Plus />
              <FormattedMessage id="admin.forms.ask" />
            </Link>
          </div>
        }
      />
      <Panel>
        <PanelHead>
          <TaskFilters search={search} forms={forms ?? []} clientName={content[0]?.clientName} onChange={show} />
        </PanelHead>
        <PagedList data={data} page={search.page} icon={FilePen} empty={<NoTasks isFiltered={isFiltered} />} isInPanel>
          <TaskTable tasks={content} search={search} />
        </PagedList>
      </Panel>
    </Page>
  )
}

/** Empty list: no form was asked for yet, or none matches the filter. */
function NoTasks({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty icon={FilePen} title={<FormattedMessage id="admin.forms.emptyTitle" />}>
        <FormattedMessage id="admin.forms.empty" />
      </Empty>
    )
  }
  return (
    <Empty
      title={<FormattedMessage id="admin.forms.noneFoundTitle" />}
      actions={
        <Link to="/admin/forms" className={buttonClass()}>
          <FormattedMessage id="admin.forms.showAll" />
        </Link>
      }
    >
      <FormattedMessage id="admin.forms.noneFound" />
    </Empty>
  )
}
