import type { IsoDateTime } from './dates.ts'
import type { PasskeyProof } from './passkey.ts'

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
