import { type FormErrorsByCode, formErrorOf } from '#src/features/form-error.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'

/** Returns the error of a form with the field `code`. */
export const codeErrorOf = (error: unknown, byCode?: FormErrorsByCode): FormError =>
  formErrorOf(error, { 'second-factor-invalid': { fields: { code: 'codeInvalid' } }, ...byCode })
