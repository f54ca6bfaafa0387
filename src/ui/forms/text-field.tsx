import type { LucideIcon } from 'lucide-react'
import type { ChangeEvent, ComponentProps } from 'react'
import { MAX_LINE } from '#contract/text.ts'
import { classes } from '#src/ui/classes.ts'
import { Field, type FieldText, countOf, fieldAttributes } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface TextProps extends FieldText {
  /** Field name in the API. */
  name: string
  /** Maximum length of the schema. A longer text can be typed and shows an error, because a cut would go unnoticed. */
  max: number
  className?: string | undefined
}

type Own = keyof TextProps | 'value' | 'onChange' | 'id' | 'maxLength'

interface TextFieldProps extends Omit<TextProps, 'max'>, Omit<ComponentProps<'input'>, Own> {
  max?: number | undefined
  icon?: LucideIcon | undefined
  /** Returns the full form of a text that people shorten, such as a URL without its scheme. Applied when the user leaves the field. */
  complete?: ((text: string) => string) | undefined
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
  complete = String,
  ...rest
}: TextFieldProps) {
  const { field, control, change } = useText({ name, max, label, required, hint, className })
  const finish = () => {
    const full = complete(control.value)
    if (full !== control.value) change(full)
  }
  return (
    <Field {...field}>
      <span className={styles.framed}>
        {Icon && <Icon />}
        <input
          {...typeAttributes(type)}
          {...rest}
          {...control}
          onBlur={(event) => {
            finish()
            control.onBlur(event)
          }}
          onKeyDown={({ key }) => key === 'Enter' && finish()}
        />
      </span>
    </Field>
  )
}

/** Avoids `type="email"`: Chromium encodes the host, which would be shown and saved as `xn--…`. The keyboard is still the one for e-mail. */
const typeAttributes = (type: TextFieldProps['type'] = 'text') =>
  type === 'email'
    ? ({ type: 'text', inputMode: 'email', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const)
    : { type }

export function TextareaField({
  name,
  max,
  label,
  required,
  hint,
  className,
  ...rest
}: TextProps & Omit<ComponentProps<'textarea'>, Own>) {
  const { field, control } = useText({ name, max, label, required, hint, className })
  return (
    <Field {...field}>
      <textarea {...rest} {...control} />
    </Field>
  )
}

/** Props of a text field and of its control. */
function useText({ name, max, className, ...words }: TextProps) {
  const { value, change, onBlur, flag: former, ...own } = useFormField(name)
  const field = { ...words, ...own, ...countOf(value, max, former) }
  const control = {
    ...fieldAttributes(field),
    className: classes(styles.input, className),
    name,
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(target.value),
    onBlur,
  }
  return { field, control, change }
}
