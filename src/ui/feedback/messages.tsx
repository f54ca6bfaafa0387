import { type ReactNode, useState } from 'react'
import { useTimeout } from '#src/ui/use-timeout.ts'
import { FormattedMessage } from 'react-intl'
import { Message, type MessageKind } from './message.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import styles from './messages.module.css'

const ALERTS = ['error', 'warning'] as const satisfies readonly MessageKind[]
const NEWS = ['success', 'info', 'loading'] as const satisfies readonly MessageKind[]
const LEAVES_MS = 6000
/** Longer, because the user has to decide. */
const UNDO_LEAVES_MS = 20_000

interface MessagesProps<Text extends object> {
  /** At most one message of each kind. A new object restarts the timer of its kind. */
  messages: Partial<Record<MessageKind, Text | undefined>>
  render: (text: Text) => ReactNode
  /** Returns the function that undoes the reported action, if any. */
  undoOf?: (text: Text) => (() => void) | undefined
  onDismiss: (kind: MessageKind) => void
}

/** Region for all messages, above everything but a dialog. */
export function Messages<Text extends object>({ messages, render, undoOf, onDismiss }: MessagesProps<Text>) {
  const places = (kinds: readonly MessageKind[]) =>
    kinds.map((kind) => {
      const message = messages[kind]
      return (
        message && (
          <Place key={kind} kind={kind} message={message} undo={undoOf?.(message)} onDismiss={() => onDismiss(kind)}>
            {render(message)}
          </Place>
        )
      )
    })
  return (
    <div className={styles.messages}>
      {places(ALERTS)}
      {/* Live region: rendered before any message, because some screen readers ignore a new region. Alerts are outside, because they would be announced twice. */}
      <div className={styles.news} aria-live="polite">
        {places(NEWS)}
      </div>
    </div>
  )
}

interface PlaceProps {
  kind: MessageKind
  message: object
  undo: (() => void) | undefined
  onDismiss: () => void
  children: ReactNode
}

function Place({ kind, message, undo, onDismiss, children }: PlaceProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const stays = hovered || focused || (kind !== 'success' && kind !== 'info')
  useTimeout(onDismiss, stays ? null : undo ? UNDO_LEAVES_MS : LEAVES_MS, message)
  function takeBack() {
    onDismiss()
    undo?.()
  }
  return (
    <div
      className={styles.place}
      data-message=""
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Message kind={kind} onDismiss={onDismiss}>
        {children}
        {undo && (
          <>
            {' '}
            <LinkButton onClick={takeBack}>
              <FormattedMessage id="core.buttons.undo" />
            </LinkButton>
          </>
        )}
      </Message>
    </div>
  )
}
