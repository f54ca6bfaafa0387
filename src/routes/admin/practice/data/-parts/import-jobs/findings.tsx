import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ImportProblem, ImportWarnings } from '#contract/schemas/imports.ts'
import { type ImportReason, LIMITED_REASONS } from '#contract/imports.ts'
import styles from './import-jobs.module.css'
import { KindName } from './kind-name.tsx'

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
    <details className={styles.problems}>
      <summary>{title}</summary>
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
    </details>
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

const isLimited = (code: ImportReason) => (LIMITED_REASONS as readonly ImportReason[]).includes(code)

/** Reason of a problem. Without a known code, the English text of the API is shown. */
function Reason({ reason, code, value }: ImportProblem) {
  if (!code || (isLimited(code) && value === undefined)) {
    return (
      <span lang="en" translate="no">
        {reason}
      </span>
    )
  }
  return <FormattedMessage id={`admin.imports.reasons.${code}`} values={{ value }} />
}
