import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { MessageContent } from '#src/lib/problems.tsx'
import { Messages } from '#src/ui/feedback/messages.tsx'

/** Once on the page, and once more in a dialog that is open for long: what lies behind one is out of reach. */
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
