import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface TextFieldProps
  extends FieldText, Omit<ComponentProps<'input'>, keyof FieldText | 'value' | 'onChange' | 'id'> {
  /** The name on the wire. */
  name: string
  icon?: LucideIcon | undefined
}

export function TextField({ name, label, required, hint, icon: Icon, className, ...rest }: TextFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name)
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <span className={styles.framed}>
        {Icon && <Icon />}
        <input
          type="text"
          {...rest}
          {...fieldAttributes({ id, required, hint, flag })}
          className={classes(styles.input, className)}
          name={name}
          value={value}
          onChange={(event) => change(event.target.value)}
          onBlur={onBlur}
        />
      </span>
    </Field>
  )
}
