import { reportUnforeseen } from './report-error.ts'

// An extension that runs in the page throws there as well, and its user can do nothing about it here.
const BY_AN_EXTENSION = /^[\w-]*extension:|^webkit-masked-url:/

// Two browsers name the harmless one differently: some sizes are told of a frame later.
const HARMLESS = /ResizeObserver loop/

/** Where it was thrown. Some browsers begin the stack by the message, which may hold an address too. */
function originOf({ name, message, stack = '' }: Error): string {
  const head = `${name}: ${message}`
  const frames = stack.startsWith(head) ? stack.slice(head.length) : stack
  return /[a-z][\w-]*:\/\/[^\s)]*/i.exec(frames)?.[0] ?? ''
}

/** Reports what nobody caught (spec §8, client-side error events). Returns how to stop. */
export function watchUncaught(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  function uncaught(event: Event, error: unknown, message = '') {
    // Also of scripts of other origins, of which a browser tells nothing, nothing is told.
    if (!(error instanceof Error) || HARMLESS.test(message || error.message)) return
    if (BY_AN_EXTENSION.test(originOf(error))) return
    // Logged here, once, and not by the browser as well.
    event.preventDefault()
    reportUnforeseen(error)
  }
  window.addEventListener('error', (event) => uncaught(event, event.error, event.message), { signal })
  window.addEventListener('unhandledrejection', (event) => uncaught(event, event.reason), { signal })
  return () => listening.abort()
}
