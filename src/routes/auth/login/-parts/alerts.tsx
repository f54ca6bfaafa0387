import { FormattedMessage } from 'react-intl'
import { hasDrafts } from '#src/session/drafts.ts'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { MessageContent } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'

const KINDS = ['warning', 'error'] as const

/** Why one is not signed in: above the fields, because the keyboard of a telephone is over the foot of the page. */
export function Alerts() {
  const slots = useFeedback((feedback) => feedback.slots)
  const kept = hasDrafts() && <FormattedMessage id="auth.text.draftKept" />
  const alerts = KINDS.map((kind) => {
    const alert = slots[kind]
    return (
      alert && (
        <div key={kind} ref={bringIntoView}>
          <Message kind={kind} onDismiss={() => dismissMessage(kind)}>
            <MessageContent message={alert} /> {kind === 'warning' && kept}
          </Message>
        </div>
      )
    )
  })
  return (
    <>
      {alerts}
      {kept && !slots.warning && <Message kind="info">{kept}</Message>}
    </>
  )
}

// The page may have been scrolled down to the button.
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })
