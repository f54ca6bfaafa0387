import { PASSWORD_RULES_FOR_MANAGERS } from '#contract/password.ts'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { IconButton } from './button.tsx'
import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface PasswordFieldProps extends FieldText {
  name: string
  autoComplete: 'current-password' | 'new-password'
  /** Name of the field that must equal this one. */
  comparedIn?: string | undefined
}

export function PasswordField({ name, autoComplete, comparedIn, label, required, hint }: PasswordFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name, { comparedIn })
  const intl = useIntl()
  const [shown, setShown] = useState(false)
  const { isSubmitting } = useFormikContext()
  const input = useRef<HTMLInputElement>(null)

  /** Changing the type moves the caret in some browsers. */
  function toggle() {
    const field = input.current
    const caret = field && document.activeElement === field ? [field.selectionStart, field.selectionEnd] : []
    flushSync(() => setShown(!shown))
    const [start, end] = caret
    if (start != null && end != null) field?.setSelectionRange(start, end)
  }

  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <span className={styles.framed}>
        <input
          {...fieldAttributes({ id, required, hint, flag })}
          className={styles.input}
          ref={input}
          // Password managers save the value of a field of this type on submit.
          type={shown && !isSubmitting ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          {...(autoComplete === 'new-password' && { passwordrules: PASSWORD_RULES_FOR_MANAGERS })}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => change(event.target.value)}
          onBlur={onBlur}
        />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={intl.formatMessage({ id: shown ? 'core.buttons.hidePassword' : 'core.buttons.showPassword' })}
          aria-controls={id}
          // Keeps the focus and the caret in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        />
      </span>
    </Field>
  )
}
