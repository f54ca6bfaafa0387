import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface TextareaFieldProps
  extends FieldText, Omit<ComponentProps<'textarea'>, keyof FieldText | 'value' | 'onChange' | 'id'> {
  /** The name on the wire. */
  name: string
}

export function TextareaField({ name, label, required, hint, className, ...rest }: TextareaFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name)
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <textarea
        {...rest}
        {...fieldAttributes({ id, required, hint, flag })}
        className={classes(styles.input, className)}
        name={name}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}
