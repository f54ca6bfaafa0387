import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Field, countOf, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface TextareaFieldProps
  extends
    FieldText,
    Omit<ComponentProps<'textarea'>, keyof FieldText | 'value' | 'onChange' | 'id' | 'max' | 'maxLength'> {
  /** The name on the wire. */
  name: string
  /** The longest text that its schema takes. More can be typed, and is refused at the field: a cut would go unseen. */
  max: number
}

export function TextareaField({ name, max, label, required, hint, className, ...rest }: TextareaFieldProps) {
  const { id, value, change, onBlur, saved, ...field } = useFormField(name)
  const { count, flag } = countOf(value, max, field.flag)
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag} saved={saved} count={count}>
      <textarea
        {...rest}
        {...fieldAttributes({ id, required, hint, flag, count })}
        className={classes(styles.input, className)}
        name={name}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}
