import * as paths from '#contract/paths.ts'
import { CallError, isHandled, isPartUnreachable, isServerUnreachable } from './call-error.ts'
import { type Sentence, showMessage } from './messages.ts'
import type { ProblemCode } from '#contract/problem.ts'

const SIGN_IN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate])

/**
 * Shows the message of a failed call. `path` is the path in the API; `reason` replaces the general sentence for the problem code.
 */
export function reportError(error: CallError, path = '', reason?: Sentence): void {
  error.isShown = true
  if (error.status === null) showMessage('error', 'core.errors.generalError')
  else if (error.status === 401 && SIGN_IN.has(path)) showMessage('error', 'auth.errors.loginDetails')
  else showMessage('error', 'core.errors.httpError', { status: error.status }, { failure: error, reason })
}

/** Reports a malformed response like a network error, and returns the error to throw. */
export function malformedResponse(): CallError {
  const error = new CallError(null)
  reportError(error)
  return error
}

/** Logs a caught error unless it is a failed call. The caller shows it. */
export function logUnforeseen(error: unknown): void {
  // oxlint-disable-next-line no-console -- for developers
  if (!isHandled(error) && !isPartUnreachable(error)) console.error(error)
}

/** Logs and shows a caught error, unless it has been shown already. */
export function reportUnforeseen(error: unknown): void {
  if (isHandled(error)) return
  logUnforeseen(error)
  showMessage('error', 'core.errors.generalError')
}

/**
 * Shows the failure of a silent call: the status and, if known, the reason. `sentences` contains reasons of the action by problem
 * code. `unreachableMessage` says what did not happen if the server is unreachable.
 */
export function showFailure(
  error: unknown,
  sentences: Partial<Record<ProblemCode, Sentence>> = {},
  unreachableMessage?: Sentence,
): void {
  if (!(error instanceof CallError)) return reportUnforeseen(error)
  // The end of the session has a message of its own.
  if (error.status === 401) return
  reportError(error, '', error.code === null ? undefined : sentences[error.code])
  if (unreachableMessage && isServerUnreachable(error))
    showMessage('warning', unreachableMessage.id, unreachableMessage.values)
}

// Errors of browser extensions also reach the page, and the user can do nothing about them.
const BY_AN_EXTENSION = /^[\w-]*extension:|^webkit-masked-url:/

// Harmless: some notifications are delivered a frame later. Browsers word the message differently.
const HARMLESS = /ResizeObserver loop/

/** Returns the URL that threw the error. Some browsers begin the stack with the message, which may also contain a URL. */
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
    // Browsers hide the errors of cross-origin scripts, so those are ignored.
    if (!(error instanceof Error) || HARMLESS.test(message || error.message)) return
    if (BY_AN_EXTENSION.test(originOf(error))) return
    // Prevents a second log entry by the browser.
    event.preventDefault()
    reportUnforeseen(error)
  }
  window.addEventListener('error', (event) => uncaught(event, event.error, event.message), { signal })
  window.addEventListener('unhandledrejection', (event) => uncaught(event, event.reason), { signal })
  return () => listening.abort()
}
