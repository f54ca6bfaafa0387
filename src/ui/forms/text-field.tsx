import { MAX_LINE } from '#contract/text.ts'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Field, countOf, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface TextFieldProps
  extends
    FieldText,
    Omit<ComponentProps<'input'>, keyof FieldText | 'value' | 'onChange' | 'id' | 'max' | 'maxLength'> {
  /** The name on the wire. */
  name: string
  /** The longest text that its schema takes. More can be typed, and is refused at the field: a cut would go unseen. */
  max?: number | undefined
  icon?: LucideIcon | undefined
}

export function TextField({
  name,
  max = MAX_LINE,
  label,
  required,
  hint,
  icon: Icon,
  className,
  type,
  ...rest
}: TextFieldProps) {
  const { id, value, change, onBlur, saved, ...field } = useFormField(name)
  const { count, flag } = countOf(value, max, field.flag)
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag} saved={saved} count={count}>
      <span className={styles.framed}>
        {Icon && <Icon />}
        <input
          {...typeAttributes(type)}
          {...rest}
          {...fieldAttributes({ id, required, hint, flag, count })}
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

/** Chromium encodes the host of `type="email"`, which would be shown and saved as `xn--…`. The keyboard is that of an e-mail address. */
const typeAttributes = (type: TextFieldProps['type'] = 'text') =>
  type === 'email'
    ? ({ type: 'text', inputMode: 'email', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const)
    : { type }
