import type { KeyboardEvent } from 'react'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Whether the press is Ctrl+Enter, or Cmd+Enter on a device of Apple, with no further key but Shift. */
export const isSubmitKey = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  key === 'Enter' && !altKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey)

/** Keyboard shortcuts as displayed and as in `aria-keyshortcuts`. */
export const SUBMIT_KEYS = isApple
  ? { shown: '⌘ Enter', aria: 'Meta+Enter' }
  : { shown: 'Ctrl Enter', aria: 'Control+Enter' }
