export const MAX_PASSKEY_NAME = 60
export const MAX_PASSKEYS = 20

/** The second factors that may follow the password. */
export const FACTOR_METHODS = ['code', 'passkey'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

export const RECOVERY_CODES = 10
