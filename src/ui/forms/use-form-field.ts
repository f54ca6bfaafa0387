import { useField, useFormikContext } from 'formik'
import { useId } from 'react'
import { CHANGED_MEANWHILE } from './form-draft.tsx'

/** Returns the value of a field in the enclosing form, its flags after blur or submit, and its handlers. */
export function useFormField<Value = string>(name: string, { comparedIn }: { comparedIn?: string | undefined } = {}) {
  const id = useId()
  const [{ value, onBlur }, { error, touched, initialValue }, { setValue }] = useField<Value>(name)
  const { errors, touched: left } = useFormikContext<Record<string, unknown>>()
  const flag = touched ? error : undefined
  return {
    id,
    value,
    onBlur,
    flag,
    /** Value that another user saved since typing began, while the field shows it. */
    saved: flag === CHANGED_MEANWHILE ? String(initialValue ?? '') : undefined,
    // Validates every change while any field is invalid, because a correction may fix another field (`noMatch`).
    // A blur of the field that must equal this one has the same effect.
    change: (next: Value) =>
      void setValue(next, Object.keys(errors).length > 0 || (comparedIn !== undefined && left[comparedIn] === true)),
  }
}
