import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { CSV_KINDS } from '#contract/csv-import.ts'
import { csvImportQueries } from '#src/api/csv-imports.ts'
import { cachedFirst } from '#src/api/query-client.ts'
import { readText } from '#src/lib/search.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { EarlierFiles } from './-parts/earlier-files.tsx'
import { KindsInOrder } from './-parts/kinds-in-order.tsx'
import { UploadFile } from './-parts/upload-file.tsx'

interface ImportSearch {
  /** Kind of record that is to be loaded next. */
  kind?: string | undefined
}

export const Route = createFileRoute('/admin/practice_/import/')({
  staticData: { title: 'admin.csvImport.title' },
  validateSearch: (search: ImportSearch): ImportSearch => ({ kind: readText(search.kind) || undefined }),
  beforeLoad: capableAdminOnly('csv-import'),
  loader: ({ context: { queryClient, practiceId } }) => {
    // The list shows its failure itself.
    void queryClient.query(cachedFirst(csvImportQueries.list(practiceId))).catch(() => {})
  },
  component: ImportPage,
})

function ImportPage() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useSearch()
  const kind = CSV_KINDS.find((known) => known === search.kind)
  return (
    <Page>
      <BackLink to="/admin/practice/data">
        <FormattedMessage id="admin.practice.tabs.data" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="admin.csvImport.title" />}
        lead={<FormattedMessage id="admin.csvImport.lead" />}
      />
      <UploadFile practiceId={practiceId} kind={kind} />
      <KindsInOrder current={kind} />
      <EarlierFiles practiceId={practiceId} />
    </Page>
  )
}
