import type { ProblemCode } from '#contract/problem.ts'
import { CallError } from '#src/lib/call-error.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'

export type FormErrorsByCode = Partial<Record<ProblemCode, FormError>>

/**
 * Returns the form error of a failed silent call: the text in `byCode`, else the server's field errors or the sentence for its
 * problem code. Errors of no field are shown above the form, with the status. Unexpected errors are logged.
 */
export function formErrorOf(error: unknown, byCode: FormErrorsByCode = {}): FormError {
  if (!(error instanceof CallError)) return { text: caughtFailure(error) }
  const own = error.code === null ? undefined : byCode[error.code]
  const { fields, text } = own ?? { fields: error.fields }
  return fields && Object.keys(fields).length > 0 ? { fields } : { text: caughtFailure(error, text) }
}
