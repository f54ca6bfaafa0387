import type { FocusEvent } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Checkbox } from './checkbox.tsx'
import fieldStyles from './field.module.css'
import { Asterisk, type FieldText, Notes, fieldAttributes } from './field.tsx'
import styles from './group-field.module.css'
import type { SelectOption } from './select-input.tsx'
import { useFormField } from './use-form-field.ts'

interface CheckboxGroupFieldProps extends FieldText {
  /** The name on the wire; its value is the list of those that are chosen. */
  name: string
  options: readonly SelectOption[]
}

/** Any of a few, in a form, in the order of the options. */
export function CheckboxGroupField({ name, options, label, required, hint }: CheckboxGroupFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>(name)
  const attributes = fieldAttributes({ id, required, hint, flag })
  const choose = (chosen: string, checked: boolean) =>
    change(options.map((option) => option.value).filter((each) => (each === chosen ? checked : value.includes(each))))
  function leave(event: FocusEvent) {
    // From one choice to the next is not out of the field.
    if (!event.currentTarget.closest('fieldset')?.contains(event.relatedTarget)) onBlur(event)
  }
  return (
    <fieldset className={fieldStyles.field} aria-describedby={attributes['aria-describedby']}>
      <legend className={classes(fieldStyles.label, styles.legend)}>
        <span>{label}</span>
        {required && <Asterisk />}
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            // A group has no such state of its own.
            aria-invalid={attributes['aria-invalid']}
            disabled={option.disabled}
            checked={value.includes(option.value)}
            onChange={(checked) => choose(option.value, checked)}
            onBlur={leave}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      <Notes id={id} required={required} hint={hint} flag={flag} />
    </fieldset>
  )
}
