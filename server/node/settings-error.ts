/** An invalid setting; printed without a stack trace. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
