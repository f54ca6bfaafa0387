import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { IconButton } from './button.tsx'
import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import styles from './input.module.css'

interface PasswordFieldProps extends FieldText {
  name: string
  autoComplete: 'current-password' | 'new-password'
  /** The field that has to be equal to this one. */
  comparedIn?: string | undefined
}

export function PasswordField({ name, autoComplete, comparedIn, label, required, hint }: PasswordFieldProps) {
  const { id, value, flag, change, onBlur } = useFormField(name, { comparedIn })
  const intl = useIntl()
  const [shown, setShown] = useState(false)
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <span className={styles.framed}>
        <input
          {...fieldAttributes({ id, required, hint, flag })}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
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
          onClick={() => setShown(!shown)}
        />
      </span>
    </Field>
  )
}
