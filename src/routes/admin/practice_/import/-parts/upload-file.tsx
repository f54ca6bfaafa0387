import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type CsvKind, CSV_TYPES, MAX_CSV_COLUMNS } from '#contract/csv-import.ts'
import { IMPORT_REASONS } from '#contract/imports.ts'
import { csvImportQueries, uploadCsv } from '#src/api/csv-imports.ts'
import { Reason } from '#src/features/imports/reason.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { isHandled } from '#src/lib/call-error.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

/** File types offered first by the browser. An Excel file is accepted, because the refusal explains what to do. */
const ACCEPT = ['.csv', '.txt', '.tsv', '.xlsx', '.xls', ...CSV_TYPES].join(',')

interface UploadFileProps {
  practiceId: string
  kind: CsvKind | undefined
}

/** Uploads a CSV file, and opens its page. */
export function UploadFile({ practiceId, kind }: UploadFileProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ReactNode>()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const upload = useRef<AbortController>(null)
  useUnmount(() => upload.current?.abort())

  async function send(file: File) {
    if (upload.current) return
    const own = (upload.current = new AbortController())
    const { name } = file
    setProblem(undefined)
    setSending({ name, share: 0 })
    try {
      if (file.size === 0) return setProblem(<FormattedMessage id="admin.csvImport.emptyFile" values={{ name }} />)
      const onProgress = (share: number) => setSending({ name, share })
      const uploaded = await uploadCsv(practiceId, { file, onProgress, signal: own.signal })
      queryClient.setQueryData(csvImportQueries.one(practiceId, uploaded.id).queryKey, uploaded)
      await navigate({ to: '/admin/practice/import/$importId', params: { importId: uploaded.id } })
    } catch (error) {
      if (!isHandled(error)) reportUnforeseen(error)
      setProblem(problemOf(error, name))
    } finally {
      upload.current = null
      setSending(null)
    }
  }

  return (
    <Panel padded>
      <FileInput
        label={
          kind ? (
            <FormattedMessage
              id="admin.csvImport.nextKind"
              values={{ kind: intl.formatMessage({ id: `admin.imports.kinds.${kind}` }) }}
            />
          ) : (
            <FormattedMessage id="admin.csvImport.file" />
          )
        }
        hint={
          <>
            <FormattedMessage id="admin.csvImport.fileHint" /> <FormattedMessage id="admin.csvImport.excelHint" />
          </>
        }
        accept={ACCEPT}
        preview={<Tile icon={FileSpreadsheet} />}
        buttonLabel={<FormattedMessage id="admin.csvImport.choose" />}
        error={problem}
        sending={
          sending && {
            ...sending,
            label: intl.formatMessage({ id: 'admin.csvImport.sending' }, { name: sending.name }),
          }
        }
        onFile={(file) => void send(file)}
        actions={
          sending && (
            <Button variant="secondary" onClick={() => upload.current?.abort()}>
              <FormattedMessage id="admin.csvImport.cancel" />
            </Button>
          )
        }
      />
    </Panel>
  )
}

/** Returns the sentence about a file that was not accepted; other failures have a message of the page. */
function problemOf(error: unknown, name: string): ReactNode {
  if (!(error instanceof CallError)) return undefined
  if (error.code === 'too-large') return <FormattedMessage id="admin.csvImport.tooLarge" values={{ name }} />
  if (error.code === 'quota-full') return <FormattedMessage id="admin.csvImport.tooManyFiles" />
  const [line = '', given] = Object.entries(error.fields)[0] ?? []
  const code = IMPORT_REASONS.find((reason) => reason === given)
  if (code === 'excelFile') return <FormattedMessage id="admin.csvImport.excelFile" values={{ name }} />
  if (given === undefined) return undefined
  return (
    <FormattedMessage
      id={line === '' ? 'admin.csvImport.unreadable' : 'admin.csvImport.unreadableLine'}
      values={{ name, line, reason: <Reason reason={given} code={code} value={String(MAX_CSV_COLUMNS)} isCsv /> }}
    />
  )
}
