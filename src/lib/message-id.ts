import type { MessageIdOf } from '#contract/messages.ts'
import type nl from '../../locales/nl.json'

// Apart from `intl.tsx`, which fetches the messages by the transport, and the transport shows messages.

/** The id of a message; one that stands in no language file does not compile. */
export type MessageId = MessageIdOf<typeof nl>

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
