import { paths } from '#contract/paths.ts'
import { CallError, isHandled } from './call-error.ts'
import { showMessage } from './messages.ts'

const SIGN_IN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate])

/** One failure, one message (spec §8), shown here and nowhere else. `path` is the call's, where it was one of the API. */
export function reportError(error: CallError, path = ''): void {
  if (error.status === null) showMessage('error', 'core.errors.generalError')
  else if (error.status === 401 && SIGN_IN.has(path)) showMessage('error', 'auth.errors.loginDetails')
  else showMessage('error', 'core.errors.httpError', { status: error.status })
}

/** Of an answer that is not what was agreed, and that nothing can be done with: it is told of as one that never came. */
export function unusableAnswer(): CallError {
  const error = new CallError(null)
  reportError(error)
  return error
}

/** Of what a handler caught: what was shown already needs no more; all else is an error in the portal, told and logged. */
export function reportUnforeseen(error: unknown): void {
  if (isHandled(error)) return
  // oxlint-disable-next-line no-console -- whoever mends the portal reads it there
  console.error(error)
  showMessage('error', 'core.errors.generalError')
}

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
