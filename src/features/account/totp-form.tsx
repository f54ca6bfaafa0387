import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FACTOR_CODE } from '#contract/text.ts'
import type { TotpOptions } from '#contract/schemas/second-factor.ts'
import { addTotp } from '#src/api/second-factor.ts'
import { CallError } from '#src/lib/call-error.ts'
import { QrCode } from '#src/ui/figures/qr-code.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { codeErrorOf } from './code-error.ts'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

const schema = async () => (await import('#contract/schemas/second-factor.ts')).codeFormSchema

interface TotpFormProps {
  options: TotpOptions
  /** Token of the limited session; by default the token of the tab. */
  token?: string | undefined
  onDone: (recoveryCodes: string[]) => void
}

/** Shows the secret for an authenticator app, and asks for the code that confirms it. */
export function TotpForm({ options: { secret, uri, setUp }, token, onDone }: TotpFormProps) {
  const intl = useIntl()

  async function send(code: string): Promise<FormError | undefined> {
    try {
      const { recoveryCodes } = await addTotp({ setUp, code }, { token })
      onDone(recoveryCodes)
      return undefined
    } catch (error) {
      const expired: FormError = { text: <FormattedMessage id="auth.factor.expired" /> }
      if (error instanceof CallError && error.status === 401) return expired
      return codeErrorOf(error, { 'validation-failed': expired })
    }
  }

  return (
    <Form initialValues={{ code: '' }} schema={schema} onSubmit={({ code }) => send(code)}>
      <p>
        <FormattedMessage id="auth.factor.scan" />
      </p>
      <QrCode text={uri} label={intl.formatMessage({ id: 'auth.factor.qr' })} />
      <p className="muted small">
        <FormattedMessage id="auth.factor.orType" />
        <br />
        <code translate="no">{secret.replaceAll(/.{4}(?!$)/g, '$& ')}</code>
      </p>
      <TextField
        name="code"
        max={MAX_FACTOR_CODE}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        label={intl.formatMessage({ id: 'auth.factor.code' })}
      />
      <SubmitButton>
        <FormattedMessage id="auth.factor.confirm" />
      </SubmitButton>
    </Form>
  )
}
