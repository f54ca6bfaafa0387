import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { OIDC_OUTCOMES, type OidcOutcome } from '#contract/sign-in.ts'
import { type LoginStep, enterByOidc } from '#src/features/account/enter.tsx'
import { OidcSignIn, issuerName } from '#src/features/account/oidc.tsx'
import { PasskeySignIn } from '#src/features/account/passkey-sign-in.tsx'
import { SignInCard } from '#src/features/account/sign-in-card.tsx'
import { ToLogin } from '#src/features/account/to-login.tsx'
import { canSignedOut } from '#src/lib/api-root.ts'
import { CallError } from '#src/lib/call-error.ts'
import { Message } from '#src/ui/feedback/message.tsx'

interface Outcome {
  refused?: OidcOutcome
  step?: LoginStep | undefined
}

/** Outcomes by code: a reload of the loader must not use a code twice. */
const outcomes = new Map<string, Promise<Outcome>>()

export const Route = createFileRoute('/auth/oidc')({
  staticData: { title: 'core.header.login' },
  loader: async ({ context, location }): Promise<Outcome> => {
    const given = new URLSearchParams(location.hash)
    const code = given.get('code')
    if (code === null) return { refused: OIDC_OUTCOMES.find((each) => each === given.get('refused')) ?? 'expired' }
    const known = outcomes.get(code)
    if (known) return await known
    const outcome = enterByOidc(context, code).then((step) => ({ step }), refusalOf)
    outcomes.set(code, outcome)
    // After a network error the code may still work.
    outcome.catch(() => outcomes.delete(code))
    return await outcome
  },
  component: Oidc,
})

function refusalOf(error: unknown): Outcome {
  const status = error instanceof CallError ? error.status : null
  if (status === 429) return { refused: 'too-many' }
  if (status !== null && status < 500) return { refused: 'expired' }
  throw error
}

/** Page to which the OpenID Connect issuer returns: a second step, or why the person is not signed in. */
function Oidc() {
  const { refused, step } = Route.useLoaderData()
  const name = issuerName(useIntl())
  const isByPasskey = step && !step.withoutPasskey && 'PublicKeyCredential' in globalThis && canSignedOut('passkeys')
  return (
    <SignInCard title="auth.oidc.title" values={{ name }}>
      {step?.part}
      {isByPasskey && <PasskeySignIn />}
      {refused && (
        <>
          <Message kind="error">
            <FormattedMessage id={`auth.oidc.${refused}`} values={{ name }} />
          </Message>
          <OidcSignIn />
        </>
      )}
      <ToLogin />
    </SignInCard>
  )
}
