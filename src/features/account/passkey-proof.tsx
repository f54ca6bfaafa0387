import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { PasskeyProof } from '#contract/passkey.ts'
import { getRequestOptions } from '#src/api/passkeys.ts'
import { refusalOf } from '#src/features/refusal-of.tsx'
import { signByPasskey } from '#src/passkeys/ceremonies.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { Refusal } from '#src/ui/forms/form.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'

interface Means {
  hasPassword: boolean
  hasPasskeys: boolean
}

interface Proof {
  /** Undefined: by having signed in of late. */
  by: 'password' | 'passkey' | undefined
  of: (currentPassword: string) => Promise<PasskeyProof>
  refused: (error: unknown) => Refusal
  /** Undefined where there is nothing to choose. */
  chooseByPasskey: (() => void) | undefined
}

/** By what somebody proves to be the one who signed in, before a passkey of theirs is added or removed. */
export function usePasskeyProof({ hasPassword, hasPasskeys }: Means): Proof {
  const [byPasskey, setByPasskey] = useState(!hasPassword && hasPasskeys)
  const by = byPasskey ? 'passkey' : hasPassword ? 'password' : undefined

  async function of(currentPassword: string): Promise<PasskeyProof> {
    if (by === 'password') return { currentPassword }
    if (!byPasskey) return {}
    const options = await getRequestOptions()
    return options ? { assertion: await signByPasskey(options) } : {}
  }

  const refused = (error: unknown): Refusal =>
    refusalOf(error, {
      'current-password-invalid':
        by === 'password'
          ? { fields: { currentPassword: 'currentPasswordInvalid' } }
          : { text: <FormattedMessage id="client.passkeys.unproven" /> },
    })

  const isChoice = by === 'password' && hasPasskeys && 'PublicKeyCredential' in globalThis
  return { by, of, refused, chooseByPasskey: isChoice ? () => setByPasskey(true) : undefined }
}

/** In a form with a `currentPassword`. */
export function PasskeyProofFields({ proof: { by, chooseByPasskey } }: { proof: Proof }) {
  const intl = useIntl()
  return (
    <>
      {by === 'password' && (
        <PasswordField
          name="currentPassword"
          autoComplete="current-password"
          required
          label={intl.formatMessage({ id: 'client.settings.currentPassword' })}
        />
      )}
      {by === 'passkey' && (
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
