import * as paths from '#contract/paths.ts'
import { CallError, isHandled, isPartUnreachable } from './call-error.ts'
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
