import { subjectOf } from '#src/lib/token.ts'

/** Response that the first script (src/prefetch.ts) prefetched with a token. */
interface PrefetchedResponse {
  token: string
  /** Undefined: the call failed in transit. */
  response: Response | undefined | Promise<Response | undefined>
}

/** Prefetched responses by URL. */
export type PrefetchedResponses = Map<string, PrefetchedResponse>

declare global {
  interface Window {
    /** Set by the first script, or by the first call of the portal if that runs earlier; then the first script makes no calls. */
    prefetchedResponses?: Promise<PrefetchedResponses>
  }
}

const isOfSamePerson = (token: string, other: string | null) =>
  token === other || (subjectOf(token) !== undefined && subjectOf(token) === subjectOf(other))

/**
 * Returns the prefetched response of a call, once; undefined without one. It must be of the same person, because the session may start
 * with another token. A failure is not used, so that the call is made again; a 404 only says that the API lacks the call.
 */
async function find(responses: Promise<PrefetchedResponses>, { method, url, headers }: Request) {
  const byUrl = await responses
  const prefetched = method === 'GET' ? byUrl.get(url) : undefined
  if (!prefetched || !isOfSamePerson(prefetched.token, headers.get('authorization'))) return undefined
  byUrl.delete(url)
  const response = await prefetched.response
  return response && (response.ok || response.status === 404) ? response : undefined
}

/** Sends a call of the portal, or returns its prefetched response. */
export async function fetchOrTake(request: Request, init?: RequestInit): Promise<Response> {
  const prefetched = find((window.prefetchedResponses ??= Promise.resolve(new Map())), request)
  const { signal } = request
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const response = await Promise.race([prefetched, aborted])
  // The next attempt does not wait for the first script again.
  if (signal.aborted) dropPrefetchedResponses()
  // Rejects if aborted.
  return response && !signal.aborted ? response : await fetch(request, init)
}

/** Drops prefetched responses that the first page did not use, which would be stale later. */
export function dropPrefetchedResponses(): void {
  window.prefetchedResponses = Promise.resolve(new Map())
}
