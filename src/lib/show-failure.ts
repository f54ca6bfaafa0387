import type { ProblemCode } from '#contract/problem.ts'
import { CallError, isServerAway } from './call-error.ts'
import { type Sentence, showMessage } from './messages.ts'
import { reportError, reportUnforeseen } from './report-error.ts'

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
