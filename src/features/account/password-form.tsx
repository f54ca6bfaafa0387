import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import { changePassword, isCurrentWrong } from '#src/api/account.ts'
import { showMessage } from '#src/lib/messages.ts'
import { removeOfflineRecords } from '#src/offline/update-records.ts'
import { shownFormError } from '#src/lib/problems.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { ManagedUsername, NewPasswordFields } from './new-password-fields.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

const schema = async () => (await import('#contract/schemas/credentials.ts')).passwordChangeFormSchema

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '', endLinks: false }

interface PasswordFormProps {
  username: string | undefined
  /** Whether calendar links and share links may exist, which the change can also revoke. */
  hasLinks?: boolean
}

/** Changes the user's password and ends the other sessions of the account. */
export function PasswordForm({ username, hasLinks = false }: PasswordFormProps) {
  const intl = useIntl()

  async function change(passwords: PasswordChange, done: () => void) {
    await changePassword(passwords)
    await removeOfflineRecords().catch(() => {})
    done()
    showMessage('success', 'client.settings.passwordChanged')
  }

  function formErrorOf(error: unknown): FormError {
    return isCurrentWrong(error) ? { fields: { currentPassword: 'currentPasswordInvalid' } } : shownFormError(error)
  }

  return (
    <Form
      initialValues={EMPTY}
      schema={schema}
      onSubmit={({ currentPassword, newPassword, endLinks }, { reset }) =>
        change({ currentPassword, newPassword, ...(endLinks && { endLinks }) }, reset).catch(formErrorOf)
      }
    >
      <ManagedUsername username={username} />
      <PasswordField
        name="currentPassword"
        autoComplete="current-password"
        required
        label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
      />
      <NewPasswordFields />
      {hasLinks && (
        <CheckboxField
          name="endLinks"
          label={<FormattedMessage id="client.settings.endLinks" />}
          hint={<FormattedMessage id="client.settings.endLinksHint" />}
        />
      )}
      <SubmitButton>
        <FormattedMessage id="client.settings.changePassword" />
      </SubmitButton>
    </Form>
  )
}
