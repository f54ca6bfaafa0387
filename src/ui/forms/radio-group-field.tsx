import type { ReactNode } from 'react'
import { type FieldText, fieldAttributes } from './field.tsx'
import { GroupFrame } from './group-frame.tsx'
import { Radio } from './radio.tsx'
import type { SelectOption } from './select-input.tsx'
import { useFormField } from './use-form-field.ts'

interface RadioGroupFieldProps extends FieldText {
  /** Field name in the API. */
  name: string
  options: readonly (Omit<SelectOption, 'label'> & { label: ReactNode })[]
  /** Disables all options. */
  disabled?: boolean | undefined
}

/** Radio group inside a form. */
export function RadioGroupField({ name, options, disabled, ...text }: RadioGroupFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name)
  const { required, ...attributes } = fieldAttributes({ id, required: text.required, hint: text.hint, flag })
  return (
    <GroupFrame
      {...attributes}
      {...text}
      flag={flag}
      onBlur={onBlur}
      role="radiogroup"
      aria-required={required}
      disabled={disabled}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          value={option.value}
          required={required}
          disabled={option.disabled}
          checked={option.value === value}
          onChange={() => change(option.value)}
        >
          {option.label}
        </Radio>
      ))}
    </GroupFrame>
  )
}
