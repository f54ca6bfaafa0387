import type { FocusEvent } from 'react'
import { classes } from '#src/ui/classes.ts'
import fieldStyles from './field.module.css'
import { Asterisk, type FieldText, Notes, fieldAttributes } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import type { SelectOption } from './select-input.tsx'
import styles from './group-field.module.css'
import { Radio } from './radio.tsx'

interface RadioGroupFieldProps extends FieldText {
  /** The name on the wire. */
  name: string
  options: readonly SelectOption[]
  /** None of them can be chosen. */
  disabled?: boolean | undefined
}

/** One of a few, in a form: the choices are all in sight. */
export function RadioGroupField({ name, options, disabled, label, required, hint }: RadioGroupFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name)
  const { required: _, ...attributes } = fieldAttributes({ id, required, hint, flag })
  function leave(event: FocusEvent) {
    // From one choice to the next is not out of the field.
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur(event)
  }
  return (
    <fieldset
      {...attributes}
      role="radiogroup"
      aria-required={required}
      className={fieldStyles.field}
      disabled={disabled}
      onBlur={leave}
    >
      <legend className={classes(fieldStyles.label, styles.legend)}>
        <span>{label}</span>
        {required && <Asterisk />}
      </legend>
      <div className={styles.options}>
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
      </div>
      <Notes id={id} required={required} hint={hint} flag={flag} />
    </fieldset>
  )
}
