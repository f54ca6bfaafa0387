import { useIntl } from 'react-intl'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

/** A new password with its rules, and its repetition: `newPassword` and `confirmPassword` of the form around it. */
export function NewPasswordFields() {
  const intl = useIntl()
  return (
    <>
      <PasswordField
        name="newPassword"
        autoComplete="new-password"
        required
        label={intl.formatMessage({ id: 'auth.reset.newPassword' })}
      />
      <PasswordRules name="newPassword" />
      <PasswordField
        name="confirmPassword"
        autoComplete="new-password"
        required
        label={intl.formatMessage({ id: 'auth.reset.confirmPassword' })}
      />
    </>
  )
}
