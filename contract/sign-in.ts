export const MAX_PASSKEY_NAME = 60
export const MAX_PASSKEYS = 20

/** The second factors that may follow the password. */
export const FACTOR_METHODS = ['code', 'passkey'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

export const RECOVERY_CODES = 10

/**
 * Why a sign-in at an OpenID Connect issuer ended without a session. The portal has a sentence for each
 * (`auth.oidc.<outcome>`).
 */
export const OIDC_OUTCOMES = [
  'unavailable',
  'expired',
  'cancelled',
  'rejected',
  'unverified',
  'no-account',
  'too-many',
] as const
export type OidcOutcome = (typeof OIDC_OUTCOMES)[number]
