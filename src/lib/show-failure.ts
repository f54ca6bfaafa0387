import type { ProblemCode } from '#contract/problem.ts'
import { CallError } from './call-error.ts'
import type { MessageId } from './intl.tsx'
import { showMessage } from './messages.ts'
import { minutesOf, problemId } from './problems.tsx'
import { reportError, reportUnforeseen } from './report-error.ts'

interface Sentence {
  id: MessageId
  values?: Record<string, string | number>
}

/**
 * Shows why an action has failed whose call was silent: by its own sentence for the code of the problem, else by the general one
 * of that code, else by the status.
 */
export function showFailure(error: unknown, sentences: Partial<Record<ProblemCode, Sentence>> = {}): void {
  if (!(error instanceof CallError)) return reportUnforeseen(error)
  // The end of the session is shown by itself.
  if (error.status === 401) return
  const own = error.code === null ? undefined : sentences[error.code]
  if (own) return showMessage('error', own.id, own.values)
  const id = problemId(error)
  if (id) showMessage('error', id, { minutes: minutesOf(error) })
  else reportError(error)
}
