import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_FACTOR_CODE } from '#contract/text.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { getRequestOptions } from '#src/api/passkeys.ts'
import type { FormErrorsByCode } from '#src/features/form-error.tsx'
import { isCancelled, isOfBrowser, signByPasskey } from '#src/lib/webauthn.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { codeErrorOf } from './code-error.ts'

export interface Means {
  hasPassword: boolean
  hasPasskeys: boolean
  /** Whether the user has an authenticator app. Undefined unless all factors are required. */
  hasApp?: boolean | undefined
}

/** Form values of a proof of identity. */
export const NO_PROOF = { currentPassword: '', code: '' }
type Typed = typeof NO_PROOF

export interface Proof {
  needsPassword: boolean
  needsCode: boolean
  byPasskey: boolean
  of: (typed: Pick<Typed, 'currentPassword'> & Partial<Typed>) => Promise<FactorProof>
  formErrorOf: (error: unknown, byCode?: FormErrorsByCode) => FormError
  /** Undefined if there is only one method. */
  chooseByPasskey: (() => void) | undefined
}

/** Returns how the user proves their identity with the available methods. Without any, a recent sign-in is the proof. */
export function useProof({ hasPassword, hasPasskeys, hasApp }: Means): Proof {
  const isAll = hasApp !== undefined
  // If all factors are required, a password alone is insufficient for a user with a passkey.
  const [byPasskey, setByPasskey] = useState(hasPasskeys && (isAll ? !hasApp : !hasPassword))
  const needsPassword = hasPassword && !byPasskey
  const needsCode = hasApp === true && !byPasskey

  async function of({ currentPassword, code = '' }: Pick<Typed, 'currentPassword'> & Partial<Typed>) {
    if (!byPasskey) return { ...(needsPassword && { currentPassword }), ...(needsCode && { code }) }
    const options = await getRequestOptions()
    return options ? { assertion: await signByPasskey(options) } : {}
  }

  function formErrorOf(error: unknown, byCode: FormErrorsByCode = {}): FormError {
    const unproven: FormError = { text: <FormattedMessage id="client.passkeys.unproven" /> }
    if (isCancelled(error)) return { text: <FormattedMessage id="client.passkeys.notConfirmed" /> }
    if (isOfBrowser(error)) return unproven
    return codeErrorOf(error, {
      'current-password-invalid': needsPassword ? { fields: { currentPassword: 'currentPasswordInvalid' } } : unproven,
      ...(!needsCode && { 'second-factor-invalid': unproven }),
      ...byCode,
    })
  }

  const isChoice = (needsPassword || needsCode) && hasPasskeys && 'PublicKeyCredential' in globalThis
  return {
    needsPassword,
    needsCode,
    byPasskey,
    of,
    formErrorOf,
    chooseByPasskey: isChoice ? () => setByPasskey(true) : undefined,
  }
}

/** Fields of a proof, inside a form. */
export function ProofFields({ proof: { needsPassword, needsCode, byPasskey, chooseByPasskey } }: { proof: Proof }) {
  const intl = useIntl()
  return (
    <>
      {needsPassword && (
        <PasswordField
          name="currentPassword"
          autoComplete="current-password"
          required
          label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
        />
      )}
      {needsCode && (
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
