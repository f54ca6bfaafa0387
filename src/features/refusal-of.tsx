import type { ProblemCode } from '#contract/problem.ts'
import { CallError } from '#src/lib/call-error.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'

export type RefusalsByCode = Partial<Record<ProblemCode, Refusal>>

/**
 * What a form says of a call that failed and told it nowhere else: what `byCode` has for it, else what the server says of its
 * fields or by its code. What no field takes stands on top, with the status. An unforeseen error is logged.
 */
export function refusalOf(error: unknown, byCode: RefusalsByCode = {}): Refusal {
  if (!(error instanceof CallError)) return { text: caughtFailure(error) }
  const own = error.code === null ? undefined : byCode[error.code]
  const { fields, text } = own ?? { fields: error.fields }
  return fields && Object.keys(fields).length > 0 ? { fields } : { text: caughtFailure(error, text) }
}
