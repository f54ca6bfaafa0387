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

/** GET /user/second-factor: what a member of staff signs in by beside a password. */
export interface SecondFactor {
  /** Since when there is an authenticator app. */
  totpSince?: IsoDateTime | undefined
  /** How many of them are left. */
  recoveryCodes: number
  passkeys: number
  hasPassword: boolean
  /** Whether a practice where they work asks for one. */
  required: boolean
}

/** How a signed-in person confirms their identity again. */
export interface FactorProof extends PasskeyProof {
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined
}

/** POST /user/totp/options: a secret for an authenticator app, which is not theirs before a code of it has come back. */
export interface TotpOptions {
  /** In base32. */
  secret: string
  /** The same for a QR code. */
  uri: string
  /** What comes back with the code. */
  setUp: string
}

/** POST /user/totp */
export interface NewTotp {
  setUp: string
  code: string
}

/** Told once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** POST /user/authenticate/second-factor */
export interface SecondFactorAnswer {
  /** Of the problem that asked for it. */
  challenge: string
  code: string
}

/** The second factors that may follow the password. */
export const FACTOR_METHODS = ['code', 'passkey'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** GET /practice/{practiceId}/second-factor */
export interface PracticeSecondFactor {
  required: boolean
  /** How many of those who work there have none. */
  without: number
}

export const RECOVERY_CODES = 10
