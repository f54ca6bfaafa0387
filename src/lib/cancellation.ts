import { CancelledError } from './call-error.ts'

let session = new AbortController()

/** Cancels everything under way. The end of a session does it, so that no late answer reaches the next one. */
export function cancelAll(): void {
  session.abort()
  session = new AbortController()
}

/** Aborts with the session that is there now. */
export const sessionSignal = (): AbortSignal => session.signal

/** A wait within the session: it is cancelled with everything else that is under way. */
export function pause(ms: number): Promise<void> {
  const { signal } = session
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new CancelledError('Cancelled'))
    })
  })
}
