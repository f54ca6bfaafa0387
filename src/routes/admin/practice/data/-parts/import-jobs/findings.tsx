import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ImportProblem, ImportWarnings } from '#contract/schemas/imports.ts'
import { KindName } from '#src/features/imports/kind-name.tsx'
import { Reason } from '#src/features/imports/reason.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import styles from './import-jobs.module.css'

interface FindingsProps extends Pick<ImportWarnings, 'count' | 'first' | 'kinds'> {
  title: ReactNode
}

/** First problems or warnings of an export, and their number by kind of record. */
export function Findings({ title, count, first, kinds }: FindingsProps) {
  const counted = Object.entries(kinds ?? {}).flatMap(([kind, { leftOut, reasons }]) => {
    const warnings = Object.values(reasons).reduce((sum, one) => sum + one, 0)
    return warnings > 0 ? [{ kind, leftOut, warnings }] : []
  })
  return (
    <div className={styles.problems}>
      <Fold isInline title={title}>
      <ul>
        {first.map((problem, index) => (
          <li key={index}>
            <Finding problem={problem} />
          </li>
        ))}
        {count > first.length && (
          <li>
            <FormattedMessage id="admin.imports.moreProblems" values={{ count: count - first.length }} />
          </li>
        )}
      </ul>
      {counted.length > 0 && (
        <ul>
          {counted.map(({ kind, leftOut, warnings }) => (
            <li key={kind}>
              <KindName kind={kind} />:{' '}
              <FormattedMessage id="admin.imports.kindCounts" values={{ warnings, leftOut }} />
            </li>
          ))}
        </ul>
      )}
      </Fold>
    </div>
  )
}

function Finding({ problem }: { problem: ImportProblem }) {
  return (
    <>
      <FormattedMessage
        id={problem.line === 0 ? 'admin.imports.wholeExport' : 'admin.imports.line'}
        values={{ line: problem.line }}
      />{' '}
      {problem.field && <code translate="no">{problem.field}</code>} <Reason {...problem} />
      {problem.wholeLine && (
        <>
          {' '}
          <FormattedMessage id="admin.imports.lineLeftOut" />
        </>
      )}
    </>
  )
}
