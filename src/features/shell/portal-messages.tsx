import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { MessageContent } from '#src/lib/problems.tsx'
import { Messages } from '#src/ui/feedback/messages.tsx'

/** Messages of the portal. Rendered on the page and again in long-lived dialogs, because a page behind a dialog is unreachable. */
export function PortalMessages({ isNewsOnly = false }: { isNewsOnly?: boolean }) {
  const slots = useFeedback((feedback) => feedback.slots)
  return (
    <Messages
      messages={isNewsOnly ? { ...slots, error: undefined, warning: undefined } : slots}
      render={(message) => <MessageContent message={message} />}
      undoOf={({ undo }) => undo}
      onDismiss={dismissMessage}
    />
  )
}
