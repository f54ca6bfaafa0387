import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { CallError, CancelledError } from './call-error.ts'
import { type MessageId, isMessage } from './intl.tsx'
import { logUnforeseen, reportUnforeseen } from './report-error.ts'

// For a shorter wait there is no time worth naming.
const SOON_S = 30

/** The text of a problem's code, for the codes that have one. */
export function problemId({ code }: CallError): MessageId | null {
  const id = `core.problems.${code}`
  return isMessage(id) ? id : null
}

/** In how many minutes it may be tried again; 0 where there is no time worth naming. */
export const minutesOf = ({ retryAfter }: CallError): number =>
  retryAfter !== null && retryAfter >= SOON_S ? Math.ceil(retryAfter / 60) : 0

/** What there is to say about a refusal besides its status: `core.problems.<code>`, for the codes that have one. */
export function problemText(error: unknown) {
  if (!(error instanceof CallError)) return null
  const id = problemId(error)
  return id && <FormattedMessage id={id} values={{ minutes: minutesOf(error) }} />
}

/** For a form: what the server found wrong with what was sent. That it failed was shown already; an unforeseen error is shown now. */
export function refusal(error: unknown) {
  if (error instanceof CallError) return { fields: error.fields, text: problemText(error) }
  reportUnforeseen(error)
  return {}
}

/**
 * What is said of any failure, for where the messages of the page are out of reach: inside a dialog. The status always is
 * (spec §8); `sentence` stands beside it, by default that of the problem's code.
 */
export function failureText(error: unknown, sentence: ReactNode = problemText(error)) {
  if (!error || error instanceof CancelledError) return null
  // An unforeseen error is shown as one without a status.
  const status = error instanceof CallError ? error.status : null
  if (status === null) return <FormattedMessage id="core.errors.generalError" />
  const statusText = <FormattedMessage id="core.errors.httpError" values={{ status }} />
  if (!sentence) return statusText
  return (
    <>
      <span>{sentence}</span> <span>{statusText}</span>
    </>
  )
}

/** The same for a handler that caught it: an unforeseen error is logged. */
export function caughtFailure(error: unknown, sentence?: ReactNode) {
  logUnforeseen(error)
  return failureText(error, sentence)
}
