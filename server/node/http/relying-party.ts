import { isIP } from 'node:net'
import type { RelyingParty } from '#server/ports.ts'

/** Who passkeys are made for: the host of the public address. Browsers make none for an IP address, nor without TLS. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}
