import { FormattedMessage } from 'react-intl'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { useDraft } from '#src/session/drafts.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { declineDraft } from './answer-dialogs.tsx'

/** Shows a typed reason that was not sent, after the estimate has changed or closed. */
export function UnsentReason({ clientId, estimate: { uuid, answer } }: { clientId: string; estimate: Estimate }) {
  const text = useDraft('estimate-answer', clientId, uuid)?.values['text']
  // The draft was sent: its response was lost, or another tab sent it.
  if (typeof text !== 'string' || text.trim() === '' || text.trim() === answer?.text) return null
  return (
    <Message kind="info">
      <strong>
        <FormattedMessage id="client.estimates.unsent" />
      </strong>{' '}
      {text}{' '}
      <LinkButton onClick={() => declineDraft(clientId, uuid).forget()}>
        <FormattedMessage id="core.buttons.discard" />
      </LinkButton>
    </Message>
  )
}
