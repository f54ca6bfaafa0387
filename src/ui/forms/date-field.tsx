import type { FieldText } from './field.tsx'
import { DateInput } from './date-input.tsx'
import { useFormField } from './use-form-field.ts'

interface DateFieldProps extends FieldText {
  /** Field name in the API; the value is an ISO date, or empty. */
  name: string
}

/** Date that the user types, in a form. An incomplete date counts as absent. */
export function DateField({ name, label, required, hint }: DateFieldProps) {
  const { value, flag, change, onBlur } = useFormField(name)
  return (
    <DateInput
      name={name}
      label={label}
      required={required}
      hint={hint}
      flag={flag}
      value={value || null}
      onChange={change}
      onClear={() => change('')}
      onBlur={onBlur}
    />
  )
}
