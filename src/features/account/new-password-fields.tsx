import { FormattedMessage, useIntl } from 'react-intl'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { useField } from 'formik'
import { metPasswordRules, PASSWORD_RULES } from '#contract/password.ts'
import styles from './new-password-fields.module.css'

/** Hidden user name for password managers. Must precede the password in the form, because they search before it. */
export function ManagedUsername({ username }: { username: string | undefined }) {
  if (!username) return null
  return (
    <input
      className="hidden-text"
      type="text"
      name="username"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

/** Fields `newPassword`, with its rules, and `confirmPassword` of the enclosing form. */
export function NewPasswordFields() {
  const intl = useIntl()
  return (
    <>
      <PasswordField
        name="newPassword"
        autoComplete="new-password"
        comparedIn="confirmPassword"
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

/** Rules of a new password; met rules are ticked while typing. */
function PasswordRules({ name }: { name: string }) {
  const [{ value }] = useField<string>(name)
  const met = metPasswordRules(value)
  return (
    <div className={styles.rules}>
      <p id={`${name}-rules`}>
        <FormattedMessage id="auth.rules.title" />
      </p>
      <ul aria-labelledby={`${name}-rules`}>
        {PASSWORD_RULES.map((rule) => (
          <li key={rule} className={met.has(rule) ? styles.met : undefined}>
            <span>
              <FormattedMessage id={`auth.rules.${rule}`} />
              {met.has(rule) && (
                <span className="hidden-text">
                  , <FormattedMessage id="auth.rules.met" />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
