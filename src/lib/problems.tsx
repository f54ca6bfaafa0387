import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isRecord } from '#contract/values.ts'
import { CallError, CancelledError } from './call-error.ts'
import { isMessage } from './intl.tsx'
import type { MessageText, Sentence } from './messages.ts'
import { logUnforeseen, reportUnforeseen } from './report-error.ts'

// Shorter waits are not worth mentioning.
const SOON_S = 30

/** Returns the sentence for the problem code of a failed call; null for codes without one. */
function reasonOf(error: CallError): Sentence | null {
  const id = `core.problems.${error.code}`
  if (!isMessage(id)) return null
  const { practice } = error.problem
  const { name, phone } = isRecord(practice) ? practice : {}
  return { id, values: { minutes: minutesOf(error), practice: textOr(name), phone: textOr(phone) } }
}

const textOr = (value: unknown) => (typeof value === 'string' && value.trim()) || 'none'

/** Returns the minutes until a retry makes sense; 0 if the server names no time or a short one. */
const minutesOf = ({ retryAfter }: CallError): number =>
  retryAfter !== null && retryAfter >= SOON_S ? Math.ceil(retryAfter / 60) : 0

/** Sentence for the problem code of a failed call, if the code has one. */
export function problemText(error: unknown) {
  if (!(error instanceof CallError)) return null
  const reason = reasonOf(error)
  return reason && <FormattedMessage {...reason} />
}

/** Message of the page. For a failed call with a known reason: the reason, followed by the status in brackets. */
export function MessageContent({ message: { id, values, failure, reason } }: { message: MessageText }) {
  const intl = useIntl()
  const sentence = reason ?? (failure && reasonOf(failure))
  if (!sentence) return <FormattedMessage id={id} {...(values && { values })} />
  const reasonText = intl.formatMessage({ id: sentence.id }, sentence.values)
  return <FormattedMessage id="core.text.reasonWithStatus" values={{ ...values, reason: reasonText }} />
}

/** Returns the form error of a failed call: the invalid fields and, unless a message of the page shows it, the reason. */
export function shownFormError(error: unknown) {
  if (error instanceof CallError) return { fields: error.fields, text: error.isShown ? null : problemText(error) }
  reportUnforeseen(error)
  return {}
}

/**
 * Returns the text of an error inside a dialog, which hides the messages of the page: the reason with the status in brackets, or
 * the general text for the status. `sentence` replaces the sentence of the problem code.
 */
export function failureText(error: unknown, sentence: ReactNode = problemText(error)) {
  if (!error || error instanceof CancelledError) return null
  // An unexpected error is shown as one without a status.
  const status = error instanceof CallError ? error.status : null
  if (status === null) return <FormattedMessage id="core.errors.generalError" />
  if (!sentence) return <FormattedMessage id="core.errors.httpError" values={{ status }} />
  return <FormattedMessage id="core.text.reasonWithStatus" values={{ status, reason: sentence }} />
}

/** Like `failureText`, and also logs unexpected errors. */
export function caughtFailure(error: unknown, sentence?: ReactNode) {
  logUnforeseen(error)
  return failureText(error, sentence)
}
