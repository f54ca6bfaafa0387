import type { MessageIdOf } from '#contract/messages.ts'
import type nl from '../../locales/nl.json'

// Separate from `intl.tsx` to avoid an import cycle: `intl.tsx` imports the transport, which shows messages.

/** Id of a message. An id that no language file contains is a type error. */
export type MessageId = MessageIdOf<typeof nl>

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
