import { type RefusalsByCode, refusalOf } from '#src/features/refusal-of.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'

/** Returns the error of a form with the field `code`. */
export const codeRefusal = (error: unknown, byCode?: RefusalsByCode): Refusal =>
  refusalOf(error, { 'second-factor-invalid': { fields: { code: 'codeInvalid' } }, ...byCode })
