/** The root of the portal API: editable in the built index.html. */
export const apiRoot = document.querySelector<HTMLMetaElement>('meta[name="portal-api-root"]')?.content || '/api'

/** An address in an answer, resolved against the API, which may be of another host. Null unless it is one of HTTP. */
export function addressOf(given: string): string | null {
  const base = new URL(apiRoot, location.href)
  if (!given.trim() || !URL.canParse(given, base)) return null
  const { protocol, href } = new URL(given, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
