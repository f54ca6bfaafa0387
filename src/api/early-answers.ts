import { subjectOf } from '#src/lib/token.ts'

/** Response that the first script (src/early.ts) prefetched with a token. */
interface EarlyAnswer {
  token: string
  /** Undefined: the call failed in transit. */
  answer: Response | undefined | Promise<Response | undefined>
}

/** Prefetched responses by URL. */
export type EarlyAnswers = Map<string, EarlyAnswer>

declare global {
  interface Window {
    /** Set by the first script, or by the first call of the portal if that runs earlier; then the first script makes no calls. */
    earlyAnswers?: Promise<EarlyAnswers>
  }
}

const isOfSamePerson = (token: string, other: string | null) =>
  token === other || (subjectOf(token) !== undefined && subjectOf(token) === subjectOf(other))

/**
 * Returns the prefetched response of a call, once; undefined without one. It must be of the same person, because the session may start
 * with another token. A failure is not used, so that the call is made again; a 404 only says that the API lacks the call.
 */
async function find(earlyAnswers: Promise<EarlyAnswers>, { method, url, headers }: Request) {
  const byAddress = await earlyAnswers
  const early = method === 'GET' ? byAddress.get(url) : undefined
  if (!early || !isOfSamePerson(early.token, headers.get('authorization'))) return undefined
  byAddress.delete(url)
  const answer = await early.answer
  return answer && (answer.ok || answer.status === 404) ? answer : undefined
}

/** Sends a call of the portal, or returns its prefetched response. */
export async function fetchOrTake(request: Request, init?: RequestInit): Promise<Response> {
  const early = find((window.earlyAnswers ??= Promise.resolve(new Map())), request)
  const { signal } = request
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const answer = await Promise.race([early, aborted])
  // The next attempt does not wait for the first script again.
  if (signal.aborted) dropEarlyAnswers()
  // Rejects if aborted.
  return answer && !signal.aborted ? answer : await fetch(request, init)
}

/** Drops prefetched responses that the first page did not use, which would be stale later. */
export function dropEarlyAnswers(): void {
  window.earlyAnswers = Promise.resolve(new Map())
}
