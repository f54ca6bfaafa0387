import type { SignedOutCapability } from '#contract/capabilities.ts'

/** The root of the portal API: editable in the built index.html. */
export const apiRoot = document.querySelector<HTMLMetaElement>('meta[name="portal-api-root"]')?.content || '/api'

/**
 * Whether the API has a capability without a session, in which `GET /capabilities` cannot be called. `index.html` names them, and our
 * server fills them in.
 */
export const canSignedOut = (capability: SignedOutCapability): boolean =>
  document
    .querySelector<HTMLMetaElement>('meta[name="portal-capabilities"]')
    ?.content.split(' ')
    .includes(capability) ?? false

// Characters that are invalid in a URL (RFC 3986), although browsers accept them in paths.
const NO_PATH = /[\s<>"{}|\\^`]/

/**
 * Resolves a URL from a response against the API root, which may have another host. Returns null if the text is not a URL, or
 * the URL is not an HTTP URL.
 */
export function addressOf(given: string): string | null {
  const url = given && (urlOf(given) || !NO_PATH.test(given)) && urlOf(given, new URL(apiRoot, location.href))
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

function urlOf(...given: ConstructorParameters<typeof URL>): URL | null {
  try {
    return new URL(...given)
  } catch {
    return null
  }
}
