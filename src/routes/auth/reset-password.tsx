import { Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { NewPasswordFields } from '#src/features/account/new-password-fields.tsx'
import { resetPassword } from '#src/api/password.ts'
import { CallError } from '#src/lib/call-error.ts'
import { refusal } from '#src/lib/problems.tsx'
import { buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Form, type Refusal, SubmitButton } from '#src/ui/forms/form.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'auth.reset.title' },
  loader: ({ context }) => ({ link: context.session.resetLink.token() }),
  component: ResetPassword,
})

const schema = async () => (await import('#contract/schemas/credentials.ts')).newPasswordFormSchema

function ResetPassword() {
  // A new object at each visit, and a visit starts over.
  const visit = Route.useLoaderData()
  const [saved, setSaved] = useState<typeof visit>()
  if (saved === visit) return <Saved />
  return visit.link ? <Choose key={visit.link} link={visit.link} onSaved={() => setSaved(visit)} /> : <NoLink />
}

function Choose({ link, onSaved }: { link: string; onSaved: () => void }) {
  const { resetLink } = Route.useRouteContext().session
  async function save(newPassword: string) {
    await resetPassword(newPassword, link)
    resetLink.used()
    onSaved()
  }

  function refused(error: unknown): Refusal {
    const isLinkOver = error instanceof CallError && error.status === 401
    return isLinkOver ? { text: <LinkOver /> } : refusal(error)
  }

  return (
    <SignInCard title="auth.reset.title" lead="auth.reset.lead">
      <Form
        initialValues={{ newPassword: '', confirmPassword: '' }}
        schema={schema}
        onSubmit={({ newPassword }) => save(newPassword).catch(refused)}
      >
        <NewPasswordFields username={resetLink.username()} />
        <SubmitButton block>
          <FormattedMessage id="auth.reset.submit" />
        </SubmitButton>
      </Form>
    </SignInCard>
  )
}

function LinkOver() {
  return (
    <>
      <FormattedMessage id="auth.reset.invalid" />{' '}
      <Link to="/auth/forgot-password">
        <FormattedMessage id="auth.reset.askNew" />
      </Link>
    </>
  )
}

function Saved() {
  return (
    <SignInCard title="auth.reset.doneTitle">
      <p role="status">
        <FormattedMessage id="auth.reset.done" />
      </p>
      <p>
        <Link to="/auth/login" className={buttonClass({ variant: 'primary' })}>
          <FormattedMessage id="auth.login.submit" />
        </Link>
      </p>
    </SignInCard>
  )
}

function NoLink() {
  return (
    <SignInCard title="auth.reset.missingTitle">
      <p>
        <FormattedMessage id="auth.reset.missing" />
      </p>
      <p>
        <Link to="/auth/forgot-password" className={linkButtonClass}>
          <FormattedMessage id="auth.reset.askNew" />
        </Link>
      </p>
    </SignInCard>
  )
}
