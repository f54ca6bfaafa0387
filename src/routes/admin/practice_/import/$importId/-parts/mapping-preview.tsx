import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { csvFieldType } from '#contract/csv-import.ts'
import type { CsvImport, CsvMapping, CsvPreviewRow } from '#contract/schemas/csv-import.ts'
import { csvImportQueries } from '#src/api/csv-imports.ts'
import { Reason } from '#src/features/imports/reason.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { fieldName, shownValue } from './field-names.ts'
import styles from './file.module.css'

interface MappingPreviewProps {
  practiceId: string
  file: CsvImport
  mapping: CsvMapping
  /** Whether the mapping has all required fields; without them there is no preview. */
  isComplete: boolean
}

/** One of the first rows of a file, as the mapping reads it. */
export function MappingPreview({ practiceId, file, mapping, isComplete }: MappingPreviewProps) {
  const intl = useIntl()
  const [at, setAt] = useState(0)
  const { data: rows = [], isError } = useQuery({
    ...csvImportQueries.preview(practiceId, file.id, mapping),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    ...(mapping === file.mapping && { initialData: file.preview }),
  })
  const row = rows[Math.min(at, rows.length - 1)]
  return (
    <Panel as="aside" padded className={`${styles.preview} ${styles.aside}`} aria-labelledby="csv-preview">
      <h3 id="csv-preview">
        <FormattedMessage id="admin.csvImport.preview" />
      </h3>
      {!isComplete ? (
        <p className="muted">
          <FormattedMessage id="admin.csvImport.missingShort" />
        </p>
      ) : isError ? (
        <p role="alert">
          <FormattedMessage id="admin.csvImport.previewFailed" />
        </p>
      ) : row ? (
        <>
          <div className={styles.turn}>
            <IconButton
              icon={ChevronLeft}
              label={intl.formatMessage({ id: 'admin.csvImport.previous' })}
              disabled={at === 0}
              onClick={() => setAt(at - 1)}
            />
            <p aria-live="polite">
              <b>
                <FormattedMessage id="admin.csvImport.previewRow" values={{ line: row.line }} />
              </b>{' '}
              <span className="muted small">
                <FormattedMessage id="admin.csvImport.previewOf" values={{ at: at + 1, count: rows.length }} />
              </span>
            </p>
            <IconButton
              icon={ChevronRight}
              label={intl.formatMessage({ id: 'admin.csvImport.next' })}
              disabled={at >= rows.length - 1}
              onClick={() => setAt(at + 1)}
            />
          </div>
          <Row row={row} file={file} mapping={mapping} />
        </>
      ) : (
        <p className="muted">
          <FormattedMessage id="admin.csvImport.previewNone" />
        </p>
      )}
    </Panel>
  )
}

function Row({ row, file, mapping }: { row: CsvPreviewRow } & Pick<MappingPreviewProps, 'file' | 'mapping'>) {
  const intl = useIntl()
  const { kind } = mapping
  const values = [...referencesOf(row, file, mapping), ...row.values].filter(({ value }) => value !== '')
  return (
    <>
      {values.length > 0 ? (
        <dl className={styles.values}>
          {values.map((one, index) => (
            <div key={index}>
              <dt>{fieldName(intl, kind, one.field)}</dt>
              <dd>{shownValue(intl, kind, one)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        row.problems.length === 0 && (
          <p className="muted">
            <FormattedMessage id="admin.csvImport.previewEmpty" />
          </p>
        )
      )}
      {row.problems.length > 0 && (
        <ul className={styles.notes}>
          {row.problems.map((problem, index) => (
            <li key={index}>
              <b>{problem.column ?? fieldName(intl, kind, problem.field)}</b> {problem.given && <q>{problem.given}</q>}{' '}
              <Reason {...problem} isCsv />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns the numbers and names of a row that refer to records; the preview of the server lacks them. */
function referencesOf(
  { line, values }: CsvPreviewRow,
  { rows, columns }: CsvImport,
  { kind, columns: mapped }: CsvMapping,
) {
  const cells = rows.find((row) => row.line === line)?.cells ?? []
  const shown = new Set(values.map(({ field }) => field))
  return mapped.flatMap(({ column, field }) => {
    const type = csvFieldType(kind, field)
    const isReference = type === 'key' || type === 'client' || type === 'patient'
    if (!isReference || shown.has(field)) return []
    return [{ field, value: cells[columns.findIndex(({ name }) => name === column)] ?? '' }]
  })
}
