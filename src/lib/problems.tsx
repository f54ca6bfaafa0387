import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isRecord } from '#contract/values.ts'
import { CallError, CancelledError } from './call-error.ts'
import { isMessage } from './intl.tsx'
import type { MessageText, Sentence } from './messages.ts'
import { logUnforeseen, reportUnforeseen } from './report-error.ts'

// For a shorter wait there is no time worth naming.
const SOON_S = 30

/** The sentence for the code of a failed call's problem; null for codes without one. */
function reasonOf(error: CallError): Sentence | null {
  const id = `core.problems.${error.code}`
  if (!isMessage(id)) return null
  const { practice } = error.problem
  const { name, phone } = isRecord(practice) ? practice : {}
  return { id, values: { minutes: minutesOf(error), practice: textOr(name), phone: textOr(phone) } }
}

const textOr = (value: unknown) => (typeof value === 'string' && value.trim()) || 'none'

/** Minutes until a retry makes sense; 0 where the server names no time, or a short one. */
const minutesOf = ({ retryAfter }: CallError): number =>
  retryAfter !== null && retryAfter >= SOON_S ? Math.ceil(retryAfter / 60) : 0

/** The reason of a refusal, where its problem code has a sentence. */
export function problemText(error: unknown) {
  if (!(error instanceof CallError)) return null
  const reason = reasonOf(error)
  return reason && <FormattedMessage {...reason} />
}

/** A message of the page. A failed call with a known reason reads as that reason, followed by the status in brackets. */
export function MessageContent({ message: { id, values, failure, reason } }: { message: MessageText }) {
  const intl = useIntl()
  const sentence = reason ?? (failure && reasonOf(failure))
  if (!sentence) return <FormattedMessage id={id} {...(values && { values })} />
  const told = intl.formatMessage({ id: sentence.id }, sentence.values)
  return <FormattedMessage id="core.text.reasonWithStatus" values={{ ...values, reason: told }} />
}

/** What a form shows of a refusal: the fields that are wrong and, unless the page's messages tell it, the reason. */
export function refusal(error: unknown) {
  if (error instanceof CallError) return { fields: error.fields, text: error.isShown ? null : problemText(error) }
  reportUnforeseen(error)
  return {}
}

/**
 * The text of a failure inside a dialog, which hides the messages of the page: the reason with the status in brackets, or the
 * general text of the status. `sentence` replaces the sentence of the problem's code.
 */
export function failureText(error: unknown, sentence: ReactNode = problemText(error)) {
  if (!error || error instanceof CancelledError) return null
  // An unforeseen error is shown as one without a status.
  const status = error instanceof CallError ? error.status : null
  if (status === null) return <FormattedMessage id="core.errors.generalError" />
  if (!sentence) return <FormattedMessage id="core.errors.httpError" values={{ status }} />
  return <FormattedMessage id="core.text.reasonWithStatus" values={{ status, reason: sentence }} />
}

/** The same for a handler that caught it: an unforeseen error is logged. */
export function caughtFailure(error: unknown, sentence?: ReactNode) {
  logUnforeseen(error)
  return failureText(error, sentence)
}
