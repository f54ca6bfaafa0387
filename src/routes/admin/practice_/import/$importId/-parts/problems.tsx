import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type CsvKind, MAX_CSV_PROBLEMS } from '#contract/csv-import.ts'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import { Reason } from '#src/features/imports/reason.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { fieldName } from './field-names.ts'
import styles from './file.module.css'

interface ProblemsProps {
  problems: NonNullable<CsvImport['problems']>
  kind: CsvKind
  download: ReactNode
}

/** First problems of a file, by line and column. */
export function Problems({ problems: { count, lines, first }, kind, download }: ProblemsProps) {
  const intl = useIntl()
  return (
    <Panel as="section" aria-labelledby="csv-problems">
      <PanelHead>
        <div>
          <h2 id="csv-problems">
            <FormattedMessage id="admin.csvImport.problems" />
          </h2>
          <p className="muted small">
            <FormattedMessage id="admin.csvImport.problemsText" values={{ count, lines }} />{' '}
            {count > first.length && (
              <FormattedMessage
                id="admin.csvImport.problemsFirst"
                values={{ shown: first.length, most: MAX_CSV_PROBLEMS }}
              />
            )}
          </p>
        </div>
        {download}
      </PanelHead>
      <ul className={styles.problems}>
        {first.map((problem, index) => {
          const column = problem.column ?? (problem.field && fieldName(intl, kind, problem.field))
          return (
            <li key={index}>
              <b className="num">
                {problem.line === 0 ? (
                  <FormattedMessage id="admin.csvImport.wholeFile" />
                ) : (
                  <FormattedMessage id="admin.csvImport.previewRow" values={{ line: problem.line }} />
                )}
              </b>
              <p>
                {column && <span className={styles.problemColumn}>{column}: </span>}
                {problem.given && <q className={styles.given}>{problem.given}</q>} <Reason {...problem} isCsv />
                {problem.wholeLine && (
                  <span className="muted">
                    {' '}
                    <FormattedMessage id="admin.imports.lineLeftOut" />
                  </span>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
