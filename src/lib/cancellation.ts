import { CancelledError } from './call-error.ts'

let session = new AbortController()

/** Cancels all pending work of the session, so that no late response reaches the next session. */
export function cancelAll(): void {
  session.abort()
  session = new AbortController()
}

/** Returns a signal that aborts at the end of the current session. */
export const sessionSignal = (): AbortSignal => session.signal

/**
 * Returns a controller that aborts with any of these signals, and then removes its listeners. Used instead of `AbortSignal.any`,
 * which the oldest supported browsers lack.
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

/** Waits; rejects with `CancelledError` at the end of the session. */
export function pause(ms: number): Promise<void> {
  const { signal } = session
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(new CancelledError('Cancelled'))
    }
    // Removes the listener, because the session's signal outlives thousands of pauses.
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end)
  })
}
