import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import { NativeSelect, type SelectOption } from './select-input.tsx'

interface SelectFieldProps extends FieldText {
  /** Field name in the API. */
  name: string
  options: readonly SelectOption[]
  /** Text of the empty option; its value is the empty string. */
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

/** Select of one option, inside a form. */
export function SelectField({ name, options, placeholder, disabled, label, required, hint }: SelectFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name)
  const none = placeholder === undefined ? [] : [{ value: '', label: placeholder, disabled: required }]
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <NativeSelect
        {...fieldAttributes({ id, required, hint, flag })}
        name={name}
        disabled={disabled}
        value={value}
        options={[...none, ...options]}
        onChange={change}
        onBlur={onBlur}
      />
    </Field>
  )
}
