import type { IsoDateTime } from './dates.ts'

/** A WebAuthn credential by which an account signs in. */
export interface Passkey {
  id: string
  /** Its owner's own. */
  name: string
  createdAt: IsoDateTime
  lastUsedAt?: IsoDateTime | undefined
}

/** GET /user/passkeys */
export interface Passkeys {
  /** Whether the account has a password as well. */
  hasPassword: boolean
  passkeys: Passkey[]
}

/** What an authenticator has signed, in base64url, as WebAuthn names it. */
export interface PasskeyAssertion {
  /** Of the credential. */
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}

/** Who adds or removes a passkey proves anew to be the one who signed in. */
export interface PasskeyProof {
  currentPassword?: string | undefined
  assertion?: PasskeyAssertion | undefined
}

/** What an authenticator has made, in base64url. */
export interface NewPasskey {
  name: string
  id: string
  clientDataJSON: string
  attestationObject: string
  transports?: string[] | undefined
}

export const MAX_PASSKEY_NAME = 60
/** Of one account. */
export const MAX_PASSKEYS = 20
