import { FormattedMessage, type IntlShape } from 'react-intl'
import { CallError } from './call-error.ts'
import type { MessageId } from './intl.tsx'

// For a shorter wait there is no time worth naming.
const SOON_S = 30

/** What there is to say about a refusal besides its status: `core.problems.<code>`, for the codes that have one. */
export function problemText(error: unknown, { messages }: Pick<IntlShape, 'messages'>) {
  if (!(error instanceof CallError)) return null
  const { code, retryAfter } = error
  const isTold = (id: string): id is MessageId => id in messages
  const id = `core.problems.${code}`
  const minutes = retryAfter !== null && retryAfter >= SOON_S ? Math.ceil(retryAfter / 60) : 0
  return isTold(id) ? <FormattedMessage id={id} values={{ minutes }} /> : null
}

/** For a form: what the server found wrong with what was sent. That it failed was shown already. */
export const refusal = (error: unknown, intl: Pick<IntlShape, 'messages'>) =>
  error instanceof CallError ? { fields: error.fields, text: problemText(error, intl) } : {}

/** What is said of any failure, for where the messages of the page are out of reach: inside a dialog. */
export function failureText(error: unknown, intl: Pick<IntlShape, 'messages'>) {
  if (!(error instanceof CallError)) return null
  const { status } = error
  if (status === null) return <FormattedMessage id="core.errors.generalError" />
  return problemText(error, intl) ?? <FormattedMessage id="core.errors.httpError" values={{ status }} />
}
