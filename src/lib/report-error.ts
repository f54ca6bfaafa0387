import { paths } from '#contract/paths.ts'
import type { CallError } from './call-error.ts'
import { showMessage } from './messages.ts'

const SIGN_IN: ReadonlySet<string> = new Set([paths.authenticate, paths.oauthAuthenticate])

/** One failure, one message (spec §8), shown here and nowhere else. `path` is the call's, where it was one of the API. */
export function reportError(error: CallError, path = ''): void {
  if (error.status === null) showMessage('error', 'core.errors.generalError')
  else if (error.status === 401 && SIGN_IN.has(path)) showMessage('error', 'auth.errors.loginDetails')
  else showMessage('error', 'core.errors.httpError', { status: error.status })
}
