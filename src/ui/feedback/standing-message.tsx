import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#src/ui/forms/button.tsx'
import { Message } from './message.tsx'
import messages from './messages.module.css'
import styles from './standing-message.module.css'

interface StandingMessageProps {
  text: ReactNode
  action: ReactNode
  onDismiss: () => void
  /** Is over where the person is still here. */
  onAct: () => Promise<void>
}

/** Something that stays true over many pages, and what can be done about it, now or later. */
function StandingMessage({ text, action, onDismiss, onAct }: StandingMessageProps) {
  const [busy, setBusy] = useState(false)
  async function act() {
    setBusy(true)
    try {
      await onAct()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Message kind="info" onDismiss={onDismiss}>
      {text}
      <Button variant="secondary" className={styles.action} busy={busy} onClick={() => void act()}>
        {action}
      </Button>
    </Message>
  )
}

const shown = new Map<string, () => void>()

/**
 * Shows one beside the messages of the portal, which every navigation clears. A root of its own, for it is needed once in a while
 * only, and so weighs on no first load. Returns how to take it away; `name` is shown once at a time.
 */
export function showStanding(
  name: string,
  props: Omit<StandingMessageProps, 'onDismiss'>,
  around: (message: ReactNode) => ReactNode,
): () => void {
  const region = document.querySelector(`.${messages.news}`)
  const known = shown.get(name)
  if (known || !region) return known ?? (() => {})
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  region.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
    shown.delete(name)
  }
  shown.set(name, close)
  root.render(around(<StandingMessage {...props} onDismiss={close} />))
  return close
}
