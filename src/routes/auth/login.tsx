import { Link, createFileRoute, useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { ssoHandoff } from '#src/session/sso-handoff.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { refusal } from '#src/lib/problems.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { Form, SubmitButton } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'core.header.login' },
  beforeLoad: async ({ context }) => {
    const arrived = ssoHandoff.waiting()
    if (!arrived) return
    const { signInBySso } = await import('#src/session/sign-in.ts')
    await signInBySso(context.queryClient, arrived)
  },
  component: Login,
})

const schema = async () => (await import('#contract/schemas/credentials.ts')).credentialsSchema

function Login() {
  const router = useRouter()
  const intl = useIntl()
  return (
    <SignInCard title="auth.login.title" lead="auth.login.lead">
      <Form
        initialValues={{ username: '', password: '' }}
        schema={schema}
        onSubmit={({ username, password }) =>
          signInByPassword(router, { username: username.trim(), password }).catch((error) => refusal(error))
        }
      >
        <TextField
          name="username"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          label={intl.formatMessage({ id: 'auth.login.username' })}
          hint={intl.formatMessage({ id: 'auth.login.usernameHint' })}
        />
        <PasswordField
          name="password"
          autoComplete="current-password"
          required
          label={intl.formatMessage({ id: 'auth.login.password' })}
        />
        <SubmitButton block>
          <FormattedMessage id="auth.login.submit" />
        </SubmitButton>
        <p>
          <Link to="/auth/forgot-password" className={linkButtonClass}>
            <FormattedMessage id="auth.login.forgot" />
          </Link>
        </p>
      </Form>
    </SignInCard>
  )
}
