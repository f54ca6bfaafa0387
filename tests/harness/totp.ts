import { TOTP } from 'otpauth'
import type { RecoveryCodes, TotpOptions } from '#contract/schemas/second-factor.ts'

/** Returns the code of an authenticator app, `steps` half-minutes after a time. */
export const totpCode = (secret: string, at: Date, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() + steps * 30_000 })

/** Sets up an authenticator app for the account that `post` is signed in with. */
export async function setUpTotp(
  post: (path: string, body: object) => Promise<Response>,
  { password, at }: { password: string; at: Date },
): Promise<RecoveryCodes & { secret: string }> {
  const options = await post('user/totp/options', { currentPassword: password })
  const { secret, setUp } = (await options.json()) as TotpOptions
  const confirmed = await post('user/totp', { setUp, code: totpCode(secret, at, -1) })
  const { recoveryCodes } = (await confirmed.json()) as RecoveryCodes
  return { secret, recoveryCodes }
}
