import { FormattedMessage, type IntlShape } from 'react-intl'
import { CallError } from './call-error.ts'
import { type MessageId, isMessage } from './intl.tsx'
import { showMessage } from './messages.ts'
import { reportError, reportUnforeseen } from './report-error.ts'

// For a shorter wait there is no time worth naming.
const SOON_S = 30

/** What there is to say about a refusal besides its status: `core.problems.<code>`, for the codes that have one. */
export function problemText(error: unknown, { messages }: Pick<IntlShape, 'messages'>) {
  if (!(error instanceof CallError)) return null
  const isTold = (id: string): id is MessageId => id in messages
  const id = problemId(error)
  return isTold(id) ? <FormattedMessage id={id} values={valuesOf(error)} /> : null
}

const problemId = ({ code }: CallError) => `core.problems.${code}`

const valuesOf = ({ retryAfter }: CallError) => ({
  minutes: retryAfter !== null && retryAfter >= SOON_S ? Math.ceil(retryAfter / 60) : 0,
})

/** Of an action on one thing, whose call was silent: the sentence for its code says more than the transport's. */
export function showProblem(error: unknown): void {
  if (!(error instanceof CallError)) return reportUnforeseen(error)
  const id = problemId(error)
  if (isMessage(id)) showMessage('error', id, valuesOf(error))
  else if (error.status !== 401) reportError(error)
}

/** For a form: what the server found wrong with what was sent. That it failed was shown already; what nobody foresaw is now. */
export function refusal(error: unknown, intl: Pick<IntlShape, 'messages'>) {
  if (error instanceof CallError) return { fields: error.fields, text: problemText(error, intl) }
  reportUnforeseen(error)
  return {}
}

/** What is said of any failure, for where the messages of the page are out of reach: inside a dialog. */
export function failureText(error: unknown, intl: Pick<IntlShape, 'messages'>) {
  if (!(error instanceof CallError)) return null
  const { status } = error
  if (status === null) return <FormattedMessage id="core.errors.generalError" />
  return problemText(error, intl) ?? <FormattedMessage id="core.errors.httpError" values={{ status }} />
}
