import { isRedirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FACTOR_CODE } from '#contract/text.ts'
import { answerChallenge } from '#src/api/second-factor.ts'
import { SetUpSecondFactor } from './second-factor-set-up.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import type { NextStep } from '#src/session/sign-in.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { codeErrorOf } from './code-error.ts'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

const schema = async () => (await import('#contract/schemas/second-factor.ts')).codeFormSchema

/** Second step of the sign-in, replacing the form of the first step. */
export function SecondStep({ next, onBack }: { next: NextStep; onBack?: (() => void) | undefined }) {
  const router = useRouter()

  async function enter(token: unknown) {
    try {
      await next.enter(token)
    } catch (error) {
      if (!isRedirect(error)) throw error
      await router.navigate(error.options)
    }
  }

  return (
    <>
      {'challenge' in next ? (
        <Code challenge={next.challenge} methods={next.methods} enter={enter} />
      ) : (
        <SetUpSecondFactor token={next.token} onDone={() => void enter(next.token).catch(reportUnforeseen)} />
      )}
      {onBack && (
        <p>
          <LinkButton onClick={onBack}>
            <FormattedMessage id="auth.factor.back" />
          </LinkButton>
        </p>
      )}
    </>
  )
}

interface CodeProps {
  challenge: string
  methods: readonly string[]
  enter: (token: unknown) => Promise<void>
}

function Code({ challenge, methods, enter }: CodeProps) {
  const intl = useIntl()
  const [byRecovery, setByRecovery] = useState(false)
  if (!methods.includes('code')) {
    return (
      <p role="status">
        <FormattedMessage id="auth.factor.byPasskey" />
      </p>
    )
  }

  async function send(code: string): Promise<FormError | undefined> {
    try {
      await enter(await answerChallenge({ challenge, code }))
      return undefined
    } catch (error) {
      const isExpired = error instanceof CallError && error.status === 401
      return isExpired ? { text: <FormattedMessage id="auth.factor.expired" /> } : codeErrorOf(error)
    }
  }

  return (
    <Form key={String(byRecovery)} initialValues={{ code: '' }} schema={schema} onSubmit={({ code }) => send(code)}>
      <p role="status">
        <FormattedMessage id={byRecovery ? 'auth.factor.recoveryText' : 'auth.factor.text'} />
        {methods.includes('passkey') && (
          <>
            {' '}
            <FormattedMessage id="auth.factor.orPasskey" />
          </>
        )}
      </p>
      <TextField
        name="code"
        max={MAX_FACTOR_CODE}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the previously focused field
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        {...(byRecovery ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' })}
        label={intl.formatMessage({ id: byRecovery ? 'auth.factor.recoveryCode' : 'auth.factor.code' })}
      />
      <SubmitButton block>
        <FormattedMessage id="auth.login.submit" />
      </SubmitButton>
      <p>
        <LinkButton onClick={() => setByRecovery(!byRecovery)}>
          <FormattedMessage id={byRecovery ? 'auth.factor.useApp' : 'auth.factor.useRecovery'} />
        </LinkButton>
      </p>
    </Form>
  )
}
