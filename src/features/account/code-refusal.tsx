import { FormattedMessage } from 'react-intl'
import { CallError } from '#src/lib/call-error.ts'
import { failureText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import type { Refusal } from '#src/ui/forms/form.tsx'

/** For a form with the field `code`: there where the code is wrong, else on top; what nobody foresaw is reported. */
export function codeRefusal(error: unknown): Refusal {
  if (!(error instanceof CallError)) reportUnforeseen(error)
  else if (error.code === 'second-factor-invalid') return { fields: { code: 'codeInvalid' } }
  return { text: failureText(error) ?? <FormattedMessage id="core.errors.generalError" /> }
}
