import * as paths from '#contract/paths.ts'
import { CallError, isHandled, isPartUnreachable, isServerAway } from './call-error.ts'
import { type Sentence, showMessage } from './messages.ts'
import type { ProblemCode } from '#contract/problem.ts'

const SIGN_IN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate])

/**
 * Shows the one message of a failed call. `path` is that of a call of the API; `reason` takes the place of the general sentence for
 * the problem's code.
 */
export function reportError(error: CallError, path = '', reason?: Sentence): void {
  error.isShown = true
  if (error.status === null) showMessage('error', 'core.errors.generalError')
  else if (error.status === 401 && SIGN_IN.has(path)) showMessage('error', 'auth.errors.loginDetails')
  else showMessage('error', 'core.errors.httpError', { status: error.status }, { failure: error, reason })
}

/** Of an answer that is not what was agreed, and that nothing can be done with: it is told of as one that never came. */
export function unusableAnswer(): CallError {
  const error = new CallError(null)
  reportError(error)
  return error
}

/** Of what a handler caught, and tells in its own place: all but a failed call is an error in the portal, and is logged. */
export function logUnforeseen(error: unknown): void {
  // oxlint-disable-next-line no-console -- developers read it there
  if (!isHandled(error) && !isPartUnreachable(error)) console.error(error)
}

/** Of what a handler caught: what was shown already needs no more; all else is logged, and told here. */
export function reportUnforeseen(error: unknown): void {
  if (isHandled(error)) return
  logUnforeseen(error)
  showMessage('error', 'core.errors.generalError')
}

/**
 * Shows that an action failed whose call was silent: its status and, where known, the reason. `sentences` has reasons of the action's
 * own by problem code. `undone` says what did not happen where the server cannot be reached.
 */
export function showFailure(
  error: unknown,
  sentences: Partial<Record<ProblemCode, Sentence>> = {},
  undone?: Sentence,
): void {
  if (!(error instanceof CallError)) return reportUnforeseen(error)
  // The end of the session is shown by itself.
  if (error.status === 401) return
  reportError(error, '', error.code === null ? undefined : sentences[error.code])
  if (undone && isServerAway(error)) showMessage('warning', undone.id, undone.values)
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

/** Reports uncaught errors. Returns a function that stops it. */
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
