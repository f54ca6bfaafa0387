import type { MessageFormatElement } from 'react-intl'

declare global {
  /** Those of `MESSAGES_USED`, compiled: tools/bench/minimal-app.ts puts them into the script. */
  const MINIMAL_MESSAGES: Record<string, MessageFormatElement[]>
}
