import { FormattedMessage } from 'react-intl'
import { csvReasonId } from '#contract/csv-import.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import { type ImportReason, LIMITED_REASONS } from '#contract/imports.ts'

const isLimited = (code: ImportReason) => (LIMITED_REASONS as readonly ImportReason[]).includes(code)

interface ReasonProps extends Pick<ImportProblem, 'reason' | 'code' | 'value'> {
  /** Uses the words for a CSV file where they differ from those for an export. */
  isCsv?: boolean
}

/** Reason of a problem. Without a known code, the English text of the API is shown. */
export function Reason({ reason, code, value, isCsv = false }: ReasonProps) {
  if (!code || (isLimited(code) && value === undefined)) {
    return (
      <span lang="en" translate="no">
        {reason}
      </span>
    )
  }
  return <FormattedMessage id={isCsv ? csvReasonId(code) : `admin.imports.reasons.${code}`} values={{ value }} />
}
