import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { forgotPassword } from '#src/api/account.ts'
import { shownFormError } from '#src/lib/problems.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { EmailField } from '#src/features/account/email-field.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { ToLogin } from '#src/features/account/to-login.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'core.header.forgotPassword' },
  component: ForgotPassword,
})

const schema = async () => (await import('#contract/schemas/credentials.ts')).forgotPasswordSchema

function ForgotPassword() {
  const username = useLocation({ select: ({ state }) => state.username ?? '' })
  const [email, setEmail] = useState(username)
  const [isSent, setIsSent] = useState(false)
  function sent(to: string) {
    setEmail(to)
    setIsSent(true)
  }
  return isSent ? (
    <Sent to={email} onAgain={() => setIsSent(false)} />
  ) : (
    <EmailForm initialEmail={email} onSent={sent} />
  )
}

function EmailForm({ initialEmail, onSent }: { initialEmail: string; onSent: (email: string) => void }) {
  async function send(email: string) {
    await forgotPassword(email)
    onSent(email)
  }
  return (
    <SignInCard title="auth.forgot.title" lead="auth.forgot.lead">
      <Form
        initialValues={{ email: initialEmail }}
        schema={schema}
        onSubmit={({ email }) => send(email).catch((error) => shownFormError(error))}
      >
        <EmailField />
        <SubmitButton block>
          <FormattedMessage id="auth.forgot.submit" />
        </SubmitButton>
        <ToLogin />
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
      <ToLogin />
    </SignInCard>
  )
}
