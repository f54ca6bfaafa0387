import { Link, createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ManagedUsername, NewPasswordFields } from '#src/features/account/new-password-fields.tsx'
import type { PasswordInvitation } from '#contract/schemas/session.ts'
import { LINK_OVER, getInvitation, resetPassword } from '#src/api/account.ts'
import type { LoginStep } from '#src/features/account/enter.tsx'
import { InvitingPractice } from './reset-password/-parts/inviting-practice.tsx'
import { usePracticeColour } from '#src/features/shell/use-practice-colour.ts'
import { CallError } from '#src/lib/call-error.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { shownFormError } from '#src/lib/problems.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { SignInLink } from '#src/features/account/to-login.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'auth.reset.title' },
  loader: async ({ context }) => {
    const link = context.session.resetLink.token()
    return { link, invitation: link ? await getInvitation(link) : null }
  },
  component: ResetPassword,
})

const schema = async () => (await import('#contract/schemas/credentials.ts')).newPasswordFormSchema

function ResetPassword() {
  // Each visit has a new object, so a new visit resets the page.
  const visit = Route.useLoaderData()
  const [saved, setSaved] = useState<typeof visit>()
  const inviting = visit.invitation === LINK_OVER ? null : visit.invitation
  usePracticeColour(inviting ? { name: inviting.practiceName, colour: inviting.colour } : undefined)
  if (saved === visit) return <Saved />
  const { link, invitation } = visit
  if (!link) return <NoLink text="auth.reset.missing" />
  if (invitation === LINK_OVER) return <NoLink text="auth.reset.over" />
  if (invitation?.hasPassword) return <SignIn invitation={invitation} />
  return <Choose key={link} link={link} invitation={invitation} onSaved={() => setSaved(visit)} />
}

interface ChooseProps {
  link: string
  invitation: PasswordInvitation | null
  onSaved: () => void
}

function Choose({ link, invitation, onSaved }: ChooseProps) {
  const router = useRouter()
  const { resetLink } = Route.useRouteContext().session
  const [step, setStep] = useState<LoginStep>()

  async function save(newPassword: string): Promise<FormError | undefined> {
    await resetPassword(newPassword, link)
    const username = invitation?.username
    resetLink.used()
    if (username === undefined) {
      onSaved()
      return undefined
    }
    try {
      const { enterByPassword } = await import('#src/features/account/enter.tsx')
      return await enterByPassword(router, { username, password: newPassword }, setStep)
    } catch (error) {
      // The password is saved, but signing in failed; the user signs in manually.
      onSaved()
      return shownFormError(error)
    }
  }

  function formErrorHere(error: unknown): FormError {
    const isLinkOver = error instanceof CallError && error.status === 401
    return isLinkOver ? { text: <LinkOver /> } : shownFormError(error)
  }

  return (
    <SignInCard
      {...(invitation
        ? welcomeOf(invitation, 'auth.invitation.lead')
        : { title: 'auth.reset.title', lead: 'auth.reset.lead' })}
    >
      {step?.part ?? (
        <Form
          initialValues={{ newPassword: '', confirmPassword: '' }}
          schema={schema}
          onSubmit={({ newPassword }) => save(newPassword).catch(formErrorHere)}
        >
          <ManagedUsername username={invitation?.username ?? resetLink.username()} />
          <NewPasswordFields />
          <SubmitButton block>
            <FormattedMessage id={invitation ? 'auth.invitation.submit' : 'auth.reset.submit'} />
          </SubmitButton>
        </Form>
      )}
    </SignInCard>
  )
}

function LinkOver() {
  return (
    <>
      <FormattedMessage id="auth.reset.over" />{' '}
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
      <SignInLink />
    </SignInCard>
  )
}

/** Page of an invitation whose account already has a password, for example from another practice's link. */
function SignIn({ invitation }: { invitation: PasswordInvitation }) {
  return (
    <SignInCard {...welcomeOf(invitation, 'auth.invitation.hasPassword')}>
      <SignInLink />
    </SignInCard>
  )
}

/** Returns the head of the card: the practice, and a title that greets the owner by first name or names the practice. */
function welcomeOf({ practiceName, logoUrl, username, firstName }: PasswordInvitation, lead: MessageId) {
  return {
    from: <InvitingPractice practice={{ name: practiceName, logoUrl }} isNamed={!firstName} />,
    title: firstName ? ('auth.invitation.welcome' as const) : ('auth.invitation.title' as const),
    lead,
    values: { practice: practiceName, firstName, email: <strong>{username}</strong> },
  }
}

function NoLink({ text }: { text: 'auth.reset.missing' | 'auth.reset.over' }) {
  return (
    <SignInCard title="auth.reset.missingTitle">
      <p>
        <FormattedMessage id={text} />
      </p>
      <p>
        <Link to="/auth/forgot-password" className={linkButtonClass}>
          <FormattedMessage id="auth.reset.askNew" />
        </Link>
      </p>
    </SignInCard>
  )
}
