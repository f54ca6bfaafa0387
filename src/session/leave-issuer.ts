import { isRecord } from '#contract/values.ts'
import { addressOf } from '#src/lib/api-root.ts'

/** Opens the address that ends the person's session at the OpenID Connect issuer, which returns to the login page. */
export function leaveIssuer(ended: unknown): void {
  const url = isRecord(ended) && typeof ended['url'] === 'string' ? addressOf(ended['url']) : null
  if (url) location.assign(url)
}
