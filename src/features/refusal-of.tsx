import type { ProblemCode } from '#contract/problem.ts'
import { CallError } from '#src/lib/call-error.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'

export type RefusalsByCode = Partial<Record<ProblemCode, Refusal>>

/**
 * What a form says of a call that failed and told it nowhere else: the status on top, and beside it what `byCode` has for it,
 * else what the server says of its fields or by its code. An unforeseen error is logged.
 */
export function refusalOf(error: unknown, byCode: RefusalsByCode = {}): Refusal {
  if (!(error instanceof CallError)) return { text: caughtFailure(error) }
  const own = error.code === null ? undefined : byCode[error.code]
  const { fields, text } = own ?? { fields: error.fields }
  // What a field says needs no sentence on top.
  return { fields, text: caughtFailure(error, own?.fields ? null : text) }
}
