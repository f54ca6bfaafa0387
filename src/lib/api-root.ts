/** The root of the portal API: editable in the built index.html. */
export const apiRoot = document.querySelector<HTMLMetaElement>('meta[name="portal-api-root"]')?.content || '/api'

// What cannot stand in an address (RFC 3986); a browser takes it for a path all the same.
const NO_PATH = /[\s<>"{}|\\^`]/

/**
 * An address in an answer, resolved against the API, which may be of another host. Null unless it is one of HTTP, and where it is
 * some other text.
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
