import { CancelledError } from './call-error.ts'

let session = new AbortController()

/** Cancels everything under way. The end of a session does it, so that no late answer reaches the next one. */
export function cancelAll(): void {
  session.abort()
  session = new AbortController()
}

/** Aborts with the session that is there now. */
export const sessionSignal = (): AbortSignal => session.signal

/**
 * Aborts with each of these signals, and lets go of them once it is aborted. In place of `AbortSignal.any`, which the oldest of
 * the browsers lack.
 */
export function linkedController(...signals: AbortSignal[]): AbortController {
  const linked = new AbortController()
  for (const signal of signals) {
    const abort = () => linked.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { signal: linked.signal })
  }
  return linked
}

/** A wait within the session: it is cancelled with everything else that is under way. */
export function pause(ms: number): Promise<void> {
  const { signal } = session
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(new CancelledError('Cancelled'))
    }
    // The session's signal outlives thousands of pauses.
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end)
  })
}
