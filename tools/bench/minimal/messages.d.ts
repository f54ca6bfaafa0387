import type { MessageFormatElement } from 'react-intl'

declare global {
  /** Compiled messages of `MESSAGES_USED`, which tools/bench/minimal-app.ts inserts at build time. */
  const MINIMAL_MESSAGES: Record<string, MessageFormatElement[]>
}
