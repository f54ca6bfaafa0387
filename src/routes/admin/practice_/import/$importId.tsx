import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import FileX from 'lucide-react/icons/file-x'
import { FormattedMessage } from 'react-intl'
import { CSV_DAYS } from '#contract/csv-import.ts'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import { csvImportQueries } from '#src/api/csv-imports.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { RemoveFile } from '#src/features/imports/remove-file.tsx'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { DELIMITER_NAMES, ENCODING_NAMES } from './$importId/-parts/file-format.tsx'
import { FileSteps } from './$importId/-parts/file-steps.tsx'

export const Route = createFileRoute('/admin/practice_/import/$importId')({
  staticData: { title: 'admin.csvImport.title' },
  beforeLoad: capableAdminOnly('csv-import'),
  loader: async ({ context: { queryClient, practiceId }, params, ...loader }) => {
    await queryClient.query({ ...csvImportQueries.one(practiceId, params.importId), meta: ofLoader(loader) })
  },
  component: ImportFilePage,
})

function ImportFilePage() {
  const { practiceId } = Route.useRouteContext()
  const { importId } = Route.useParams()
  const navigate = useNavigate()
  const { data: file } = useSuspenseQuery(csvImportQueries.one(practiceId, importId))
  return (
    <Page>
      <BackLink to="/admin/practice/import">
        <FormattedMessage id="admin.csvImport.back" />
      </BackLink>
      {file ? (
        <>
          <PageHead
            title={file.fileName}
            lead={<About file={file} />}
            actions={
              <RemoveFile
                practiceId={practiceId}
                file={file}
                onRemoved={() => void navigate({ to: '/admin/practice/import' })}
              />
            }
          />
          <FileSteps key={importId} practiceId={practiceId} file={file} />
        </>
      ) : (
        <>
          <PageHead title={<FormattedMessage id="admin.csvImport.title" />} />
          <Panel>
            <Empty icon={FileX} title={<FormattedMessage id="admin.csvImport.absent" />}>
              <FormattedMessage id="admin.csvImport.absentText" values={{ days: CSV_DAYS }} />
            </Empty>
          </Panel>
        </>
      )}
    </Page>
  )
}

const About = ({ file }: { file: CsvImport }) => (
  <>
    <FormattedMessage
      id="admin.csvImport.uploaded"
      values={{
        day: <Moment at={file.uploadedAt} day="numeric" month="long" hour="2-digit" minute="2-digit" />,
        name: file.uploadedBy,
      }}
    />
    {' · '}
    <FormattedMessage
      id="admin.csvImport.recognised"
      values={{ encoding: ENCODING_NAMES[file.encoding], delimiter: DELIMITER_NAMES[file.delimiter] }}
    />
    {' · '}
    <FormattedMessage
      id="admin.csvImport.kept"
      values={{ day: <Moment at={file.expiresAt} day="numeric" month="long" /> }}
    />
  </>
)
