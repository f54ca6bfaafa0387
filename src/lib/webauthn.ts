import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyAssertion } from '#contract/schemas/passkey.ts'

// What a browser does with passkeys. What it is asked with is the API's, of which nothing is read here.

/** A key of this device, or of whatever the person holds to it. */
export async function makePasskey(options: object, name: string): Promise<NewPasskey> {
  const { id, response } = await startRegistration({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser refuses what it cannot read
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { name, id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}

/** What a key signs; with autofill once somebody has chosen one in a field of the form. Another one ends a former that waits. */
export async function signByPasskey(options: object, { autofill = false } = {}): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser refuses what it cannot read
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** Whether the browser, or the person before it, has said no: closed its window, or taken too long. */
export const isCancelled = (error: unknown): boolean =>
  nameOf(error) === 'NotAllowedError' || nameOf(error) === 'AbortError'

/** Whether there is a key of this account on the device already. */
export const isKnownThere = (error: unknown): boolean => nameOf(error) === 'InvalidStateError'

/** Whether it is about the browser and its keys at all. */
export const isOfBrowser = (error: unknown): boolean => error instanceof WebAuthnError || error instanceof DOMException

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined)
