import { useField, useFormikContext } from 'formik'
import { useId } from 'react'
import { CHANGED_MEANWHILE } from './form-draft.tsx'

/** A field of the form around it: its value, its flag once it was left or submitted, and how to change it. */
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
    /** The value that somebody else saved since typing began, while the field says so. */
    saved: flag === CHANGED_MEANWHILE ? String(initialValue ?? '') : undefined,
    // While anything is wrong every change is looked at: to mend one field may mend another (`noMatch`).
    // So is it once the field that must be equal to this one was left.
    change: (next: Value) =>
      void setValue(next, Object.keys(errors).length > 0 || (comparedIn !== undefined && left[comparedIn] === true)),
  }
}
