import { Link, createFileRoute, useRouter } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_EMAIL } from '#contract/text.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { createLazyModule, orNull } from '#src/lib/lazy-module.tsx'
import { MessageContent, shownFormError } from '#src/lib/problems.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import type { LoginStep } from '#src/features/account/enter.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import styles from './login/-parts/login.module.css'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { hasDrafts } from '#src/session/drafts.ts'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { Message } from '#src/ui/feedback/message.tsx'

// If this module fails to load, users sign in by password.
const PasskeySignIn = createLazyModule(
  orNull(async () => (await import('#src/features/account/passkey-sign-in.tsx')).PasskeySignIn),
)

const OidcSignIn = createLazyModule(orNull(async () => (await import('#src/features/account/oidc.tsx')).OidcSignIn))

const NotSetUp = createLazyModule(orNull(async () => (await import('./login/-parts/not-set-up.tsx')).NotSetUp))

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'core.header.login' },
  beforeLoad: async ({ context }) => {
    const { ssoHandoff } = context.session
    if (!ssoHandoff.waiting()) return { step: null }
    const { enterBySso } = await import('#src/features/account/enter.tsx')
    // A sign-out in the meantime clears the token.
    const arrived = ssoHandoff.waiting()
    return { step: arrived && (await enterBySso(context, arrived)) }
  },
  component: Login,
})

// The schema and the code of the next step load when typing begins.
async function schema() {
  void import('#src/features/account/enter.tsx').catch(() => {})
  return (await import('#contract/schemas/credentials.ts')).credentialsSchema
}

function Login() {
  const router = useRouter()
  const intl = useIntl()
  // Deferred, so that the code for passkeys loads after the form is shown.
  const isFormRendered = useDeferredValue(true, false)
  const [step, setStep] = useState<LoginStep | undefined | null>(Route.useRouteContext().step)
  return (
    <SignInCard title="auth.login.title" lead="auth.login.lead">
      {canSignedOut('setup') && <NotSetUp />}
      {step && <Alerts />}
      {step?.part}
      <div hidden={!!step}>
        <Form
          initialValues={{ username: '', password: '' }}
          schema={schema}
          onSubmit={(credentials) =>
            import('#src/features/account/enter.tsx')
              .then(({ enterByPassword }) => enterByPassword(router, credentials, setStep))
              .catch(shownFormError)
          }
        >
          {!step && <Alerts />}
          <TextField
            name="username"
            max={MAX_EMAIL}
            type="text"
            inputMode="email"
            autoComplete="username webauthn"
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
          <p className={styles.forgot}>
            <Link to="/auth/forgot-password" state={typed} className={linkButtonClass}>
              <FormattedMessage id="auth.login.forgot" />
            </Link>
          </p>
          <SubmitButton block>
            <FormattedMessage id="auth.login.submit" />
          </SubmitButton>
        </Form>
      </div>
      {canSignedOut('oidc') && !step && (
        <div style={{ minHeight: 'var(--control)' }}>
          <OidcSignIn />
        </div>
      )}
      {'PublicKeyCredential' in globalThis && canSignedOut('passkeys') && (
        // Reserves the height of the button, so that the centred form does not move.
        <div hidden={step?.withoutPasskey} style={{ minHeight: 'var(--control)' }}>
          {isFormRendered && <PasskeySignIn />}
        </div>
      )}
      {canSignedOut('letters') && !step && (
        <p>
          <Link to="/auth/letter" className={linkButtonClass}>
            <FormattedMessage id="auth.login.letter" />
          </Link>
        </p>
      )}
    </SignInCard>
  )
}

/** Returns the user name typed so far. */
const typed = () => ({ username: document.querySelector<HTMLInputElement>('input[name=username]')?.value ?? '' })

const KINDS = ['warning', 'error'] as const

/** Errors of the sign-in. Above the fields, because a telephone's keyboard covers the end of the page. */
function Alerts() {
  const slots = useFeedback((feedback) => feedback.slots)
  const draftHint = hasDrafts() && <FormattedMessage id="auth.text.draftKept" />
  const alerts = KINDS.map((kind) => {
    const alert = slots[kind]
    return (
      alert && (
        <div key={kind} ref={bringIntoView}>
          <Message kind={kind} onDismiss={() => dismissMessage(kind)}>
            <MessageContent message={alert} /> {kind === 'warning' && draftHint}
          </Message>
        </div>
      )
    )
  })
  return (
    <>
      {alerts}
      {draftHint && !slots.warning && <Message kind="info">{draftHint}</Message>}
    </>
  )
}

// The page may be scrolled down to the button.
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })
