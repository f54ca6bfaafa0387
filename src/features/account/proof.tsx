import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FACTOR_CODE } from '#contract/text.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { getRequestOptions } from '#src/api/passkeys.ts'
import type { RefusalsByCode } from '#src/features/refusal-of.tsx'
import { isCancelled, isOfBrowser, signByPasskey } from '#src/lib/webauthn.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { codeRefusal } from './code-refusal.ts'

export interface Means {
  hasPassword: boolean
  hasPasskeys: boolean
  /** Whether there is an authenticator app. Only where all that somebody signs in by is asked for: undefined elsewhere. */
  hasApp?: boolean | undefined
}

/** The fields of a proof, in whatever form it is asked for. */
export const NO_PROOF = { currentPassword: '', code: '' }
type Typed = typeof NO_PROOF

export interface Proof {
  asksPassword: boolean
  asksCode: boolean
  byPasskey: boolean
  of: (typed: Pick<Typed, 'currentPassword'> & Partial<Typed>) => Promise<FactorProof>
  refused: (error: unknown, byCode?: RefusalsByCode) => Refusal
  /** Undefined where there is nothing to choose. */
  chooseByPasskey: (() => void) | undefined
}

/** By what somebody proves to be the one who signed in; without any means by having signed in of late. */
export function useProof({ hasPassword, hasPasskeys, hasApp }: Means): Proof {
  const isAll = hasApp !== undefined
  // A password alone is no proof of who has a passkey beside it, where all is asked for.
  const [byPasskey, setByPasskey] = useState(hasPasskeys && (isAll ? !hasApp : !hasPassword))
  const asksPassword = hasPassword && !byPasskey
  const asksCode = hasApp === true && !byPasskey

  async function of({ currentPassword, code = '' }: Pick<Typed, 'currentPassword'> & Partial<Typed>) {
    if (!byPasskey) return { ...(asksPassword && { currentPassword }), ...(asksCode && { code }) }
    const options = await getRequestOptions()
    return options ? { assertion: await signByPasskey(options) } : {}
  }

  function refused(error: unknown, byCode: RefusalsByCode = {}): Refusal {
    const unproven: Refusal = { text: <FormattedMessage id="client.passkeys.unproven" /> }
    if (isCancelled(error)) return { text: <FormattedMessage id="client.passkeys.notConfirmed" /> }
    if (isOfBrowser(error)) return unproven
    return codeRefusal(error, {
      'current-password-invalid': asksPassword ? { fields: { currentPassword: 'currentPasswordInvalid' } } : unproven,
      ...(!asksCode && { 'second-factor-invalid': unproven }),
      ...byCode,
    })
  }

  const isChoice = (asksPassword || asksCode) && hasPasskeys && 'PublicKeyCredential' in globalThis
  return {
    asksPassword,
    asksCode,
    byPasskey,
    of,
    refused,
    chooseByPasskey: isChoice ? () => setByPasskey(true) : undefined,
  }
}

/** In a form with the fields of a proof. */
export function ProofFields({ proof: { asksPassword, asksCode, byPasskey, chooseByPasskey } }: { proof: Proof }) {
  const intl = useIntl()
  return (
    <>
      {asksPassword && (
        <PasswordField
          name="currentPassword"
          autoComplete="current-password"
          required
          label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
        />
      )}
      {asksCode && (
        <TextField
          name="code"
          max={MAX_FACTOR_CODE}
          required
          autoComplete="one-time-code"
          label={intl.formatMessage({ id: 'auth.factor.code' })}
        />
      )}
      {byPasskey && (
        <p>
          <FormattedMessage id="client.passkeys.byPasskey" />
        </p>
      )}
      {chooseByPasskey && (
        <Button variant="ghost" onClick={chooseByPasskey}>
          <FormattedMessage id="client.passkeys.chooseByPasskey" />
        </Button>
      )}
    </>
  )
}
