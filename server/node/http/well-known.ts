import { securityHeaders } from '#server/http/headers.ts'
import { isIP } from 'node:net'
import type { RelyingParty } from '#server/ports.ts'

const PREFIX = /^\/\.well-known(\/|$)/
const CHANGE_PASSWORD = /^\/\.well-known\/change-password\/?$/
const SECURITY_TXT = '/.well-known/security.txt'
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
/** RFC 9116 recommends an expiry within a year. */
const EXPIRES_AFTER_MS = 180 * 24 * 3_600_000

interface Published {
  publicUrl: string
  securityContact: string | undefined
}

/**
 * Responds to paths below `/.well-known/`; returns undefined for any other path. Password managers open
 * `change-password` (W3C, A Well-Known URL for Changing Passwords), and rely on 404 for unknown paths.
 */
export function wellKnownResponse({ method, url }: Request, published: Published): Response | undefined {
  const { pathname } = new URL(url)
  if (!PREFIX.test(pathname)) return undefined
  const https = published.publicUrl.startsWith('https:')
  const respond = (status: number, headers: Record<string, string>, body: string | null = null) =>
    new Response(method === 'HEAD' ? null : body, { status, headers: { ...securityHeaders(https), ...headers } })
  const text = pathname === SECURITY_TXT ? securityTxt(published) : undefined
  if (!text && !CHANGE_PASSWORD.test(pathname)) return respond(404, TEXT, 'Not found\n')
  if (method !== 'GET' && method !== 'HEAD') return respond(405, { allow: 'GET, HEAD' })
  return text ? respond(200, TEXT, text) : respond(302, { location: '/change-password' })
}

/** Returns the contents of security.txt (RFC 9116); undefined without a contact. */
function securityTxt({ publicUrl, securityContact }: Published): string | undefined {
  if (!securityContact) return undefined
  const expires = new Date(Date.now() + EXPIRES_AFTER_MS).toISOString()
  return `Contact: ${securityContact}
Expires: ${expires}
Preferred-Languages: nl, en
Canonical: ${publicUrl}${SECURITY_TXT}
`
}

/**
 * Returns the relying party of passkeys: the host of the public URL. Returns undefined for an IP address or without
 * TLS, because browsers create no passkeys there.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}
