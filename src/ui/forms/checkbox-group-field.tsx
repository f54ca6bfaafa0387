import { Checkbox } from './checkbox.tsx'
import { type FieldText, fieldAttributes } from './field.tsx'
import { GroupFrame } from './group-frame.tsx'
import type { SelectOption } from './select-input.tsx'
import { useFormField } from './use-form-field.ts'

interface CheckboxGroupFieldProps extends FieldText {
  /** Field name in the API; the value is the list of selected options. */
  name: string
  options: readonly SelectOption[]
}

/** Checkbox group inside a form. The value keeps the order of the options. */
export function CheckboxGroupField({ name, options, ...text }: CheckboxGroupFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>(name)
  const attributes = fieldAttributes({ id, required: text.required, hint: text.hint, flag })
  const choose = (chosen: string, checked: boolean) =>
    change(options.map((option) => option.value).filter((each) => (each === chosen ? checked : value.includes(each))))
  return (
    <GroupFrame {...text} id={id} flag={flag} onBlur={onBlur} aria-describedby={attributes['aria-describedby']}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={name}
          value={option.value}
          // A group has no invalid state, so each checkbox gets it.
          aria-invalid={attributes['aria-invalid']}
          disabled={option.disabled}
          checked={value.includes(option.value)}
          onChange={(checked) => choose(option.value, checked)}
        >
          {option.label}
        </Checkbox>
      ))}
    </GroupFrame>
  )
}
