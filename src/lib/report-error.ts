import * as paths from '#contract/paths.ts'
import { CallError, isHandled, isPartUnreachable } from './call-error.ts'
import { type Sentence, showMessage } from './messages.ts'

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
