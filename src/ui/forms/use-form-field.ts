import { useField, useFormikContext } from 'formik'
import { useId } from 'react'

/** A field of the form around it: its value, its flag once it was left or submitted, and how to change it. */
export function useFormField<Value = string>(name: string, { comparedIn }: { comparedIn?: string | undefined } = {}) {
  const id = useId()
  const [{ value, onBlur }, { error, touched }, { setValue }] = useField<Value>(name)
  const { errors, touched: left } = useFormikContext<Record<string, unknown>>()
  return {
    id,
    value,
    onBlur,
    flag: touched ? error : undefined,
    // While anything is wrong every change is looked at: to mend one field may mend another (`noMatch`).
    // So is it once the field that must be equal to this one was left.
    change: (next: Value) =>
      void setValue(next, Object.keys(errors).length > 0 || (comparedIn !== undefined && left[comparedIn] === true)),
  }
}
