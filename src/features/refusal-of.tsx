import type { ProblemCode } from '#contract/problem.ts'
import { CallError } from '#src/lib/call-error.ts'
import { failureText } from '#src/lib/problems.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import type { Refusal } from '#src/ui/forms/form.tsx'

export type RefusalsByCode = Partial<Record<ProblemCode, Refusal>>

/**
 * What a form says of a call that failed and told it nowhere else: what `byCode` has for it, else at the fields that the server
 * names, else on top. What nobody foresaw is reported.
 */
export function refusalOf(error: unknown, byCode: RefusalsByCode = {}): Refusal {
  if (!(error instanceof CallError)) reportUnforeseen(error)
  else {
    const { code, fields } = error
    const known = code !== null && byCode[code]
    if (known) return known
    if (Object.keys(fields).length > 0) return { fields }
  }
  return { text: failureText(error) }
}
