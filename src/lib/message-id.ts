import type nl from '../../locales/nl.json'

// Apart from `intl.tsx`, which fetches the messages by the transport, and the transport shows messages.

type Dotted<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Dotted<Tree[Key]>}`
}[keyof Tree & string]

/** The id of a message; one that stands in no language file does not compile. */
export type MessageId = Dotted<typeof nl>

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
