import { useField } from 'formik'
import { FormattedMessage } from 'react-intl'
import { PASSWORD_RULES, metPasswordRules } from '#contract/password.ts'
import styles from './password-rules.module.css'

/** The rules of a new password, ticked off while it is typed. */
export function PasswordRules({ name }: { name: string }) {
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
