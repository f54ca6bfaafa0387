import type { ProblemCode } from '#contract/problem.ts'
import { CallError, isServerAway } from './call-error.ts'
import type { MessageId } from './intl.tsx'
import { showMessage } from './messages.ts'
import { minutesOf, problemId } from './problems.tsx'
import { reportError, reportUnforeseen } from './report-error.ts'

interface Sentence {
  id: MessageId
  values?: Record<string, string | number>
}

/**
 * Shows that an action has failed whose call was silent, by its status (spec §8), and beside it what the code of the problem says:
 * by a sentence of the action's own, else by the general one of that code. `undone` says what has not happened, where the server is
 * away and can say nothing.
 */
export function showFailure(
  error: unknown,
  sentences: Partial<Record<ProblemCode, Sentence>> = {},
  undone?: Sentence,
): void {
  if (!(error instanceof CallError)) return reportUnforeseen(error)
  // The end of the session is shown by itself.
  if (error.status === 401) return
  reportError(error)
  const own = error.code === null ? undefined : sentences[error.code]
  const id = problemId(error)
  if (own) showMessage('warning', own.id, own.values)
  else if (id) showMessage('warning', id, { minutes: minutesOf(error) })
  else if (undone && isServerAway(error)) showMessage('warning', undone.id, undone.values)
}
