import { Link, type SearchSchemaInput, createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { paths } from '#contract/paths.ts'
import { resetLink } from '#src/features/session/reset-link.ts'
import { NewPasswordFields } from '#src/features/session/new-password-fields.tsx'
import { CallError, api } from '#src/lib/http.ts'
import { readText } from '#src/lib/search.ts'
import { buttonClass, linkButtonClass } from '#src/ui/button.tsx'
import { type FieldErrors, Form, SubmitButton } from '#src/ui/form.tsx'
import { Message } from '#src/ui/message.tsx'
import { SignInCard } from './-sign-in-card.tsx'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'auth.reset.title' },
  validateSearch: (search: { token?: string } & SearchSchemaInput): { token?: string } => {
    const token = readText(search.token, 500)
    return token ? { token } : {}
  },
  beforeLoad: ({ search }) => {
    if (!search.token) return
    resetLink.received(search.token)
    throw redirect({ to: '/auth/reset-password', search: {}, replace: true })
  },
  loader: () => ({ link: resetLink.token() }),
  component: ResetPassword,
})

const schema = async () => (await import('#contract/credentials.ts')).newPasswordFormSchema

type Outcome = 'saved' | 'refused' | null

function ResetPassword() {
  // A new object at each visit, and a visit starts over.
  const visit = Route.useLoaderData()
  const [result, setResult] = useState<{ visit: typeof visit; outcome: Outcome }>()
  const outcome = result?.visit === visit ? result.outcome : null
  if (!visit.link) return <NoLink />
  if (outcome === 'saved') return <Saved />
  return (
    <Choose
      link={visit.link}
      refused={outcome === 'refused'}
      onOutcome={(next) => setResult({ visit, outcome: next })}
    />
  )
}

interface ChooseProps {
  link: string
  refused: boolean
  onOutcome: (outcome: Outcome) => void
}

function Choose({ link, refused, onOutcome }: ChooseProps) {
  async function save(newPassword: string): Promise<FieldErrors | undefined> {
    onOutcome(null)
    try {
      await api.post(paths.resetPassword, { json: { newPassword }, token: link })
      resetLink.used()
      onOutcome('saved')
      return undefined
    } catch (error) {
      if (error instanceof CallError && error.status === 401) onOutcome('refused')
      return error instanceof CallError ? error.fields : undefined
    }
  }
  return (
    <SignInCard title="auth.reset.title" lead="auth.reset.lead">
      <Form
        initialValues={{ newPassword: '', confirmPassword: '' }}
        schema={schema}
        onSubmit={({ newPassword }) => save(newPassword)}
      >
        {refused && (
          <Message kind="error">
            <FormattedMessage id="auth.reset.invalid" />{' '}
            <Link to="/auth/forgot-password">
              <FormattedMessage id="auth.reset.askNew" />
            </Link>
          </Message>
        )}
        <NewPasswordFields />
        <SubmitButton block>
          <FormattedMessage id="auth.reset.submit" />
        </SubmitButton>
      </Form>
    </SignInCard>
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
