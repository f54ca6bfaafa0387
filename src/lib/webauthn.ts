import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyAssertion } from '#contract/schemas/passkey.ts'

// Passkey ceremonies of the browser. The options come from the API and are passed on unread.

/** Creates a passkey on this device or on a security key. */
export async function makePasskey(options: object, name: string): Promise<NewPasskey> {
  const { id, response } = await startRegistration({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser rejects invalid options
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { name, id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}

/** Returns the assertion of a passkey. With `autofill`, waits until the user picks one in a form field. A new ceremony cancels a waiting one. */
export async function signByPasskey(options: object, { autofill = false } = {}): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser rejects invalid options
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** Whether the user cancelled the ceremony or let it time out. */
export const isCancelled = (error: unknown): boolean =>
  nameOf(error) === 'NotAllowedError' || nameOf(error) === 'AbortError'

/** Whether the device already has a passkey of this account. */
export const isKnownThere = (error: unknown): boolean => nameOf(error) === 'InvalidStateError'

/** Whether an error comes from WebAuthn. */
export const isOfBrowser = (error: unknown): boolean => error instanceof WebAuthnError || error instanceof DOMException

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined)
