import { Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { forgotPassword } from '#src/api/password.ts'
import { refusal } from '#src/lib/problems.tsx'
import { LinkButton, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Form, SubmitButton } from '#src/ui/forms/form.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'core.header.forgotPassword' },
  component: ForgotPassword,
})

const schema = async () => (await import('#contract/schemas/credentials.ts')).forgotPasswordSchema

function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo === null ? <Ask onSent={setSentTo} /> : <Sent to={sentTo} onAgain={() => setSentTo(null)} />
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const intl = useIntl()
  async function send(email: string) {
    await forgotPassword(email)
    onSent(email)
  }
  return (
    <SignInCard title="auth.forgot.title" lead="auth.forgot.lead">
      <Form
        initialValues={{ email: '' }}
        schema={schema}
        onSubmit={({ email }) => send(email.trim()).catch((error) => refusal(error))}
      >
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          required
          label={intl.formatMessage({ id: 'auth.forgot.email' })}
        />
        <SubmitButton block>
          <FormattedMessage id="auth.forgot.submit" />
        </SubmitButton>
        <p>
          <Link to="/auth/login" className={linkButtonClass}>
            <FormattedMessage id="auth.forgot.toLogin" />
          </Link>
        </p>
      </Form>
    </SignInCard>
  )
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <SignInCard title="auth.forgot.sentTitle">
      <p role="status">
        <FormattedMessage id="auth.forgot.sent" values={{ email: <strong>{to}</strong> }} />
      </p>
      <p>
        <LinkButton onClick={onAgain}>
          <FormattedMessage id="auth.forgot.again" />
        </LinkButton>
      </p>
      <p>
        <Link to="/auth/login" className={linkButtonClass}>
          <FormattedMessage id="auth.forgot.toLogin" />
        </Link>
      </p>
    </SignInCard>
  )
}
