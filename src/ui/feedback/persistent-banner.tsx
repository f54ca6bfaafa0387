import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#src/ui/forms/button.tsx'
import { Message } from './message.tsx'
import messages from './messages.module.css'
import styles from './persistent-banner.module.css'

interface PersistentBannerProps {
  text: ReactNode
  action: ReactNode
  onDismiss: () => void
  /** Runs the action; the button is busy until the promise settles. */
  onAct: () => Promise<void>
}

/** Persistent message with an action, shown across pages. */
function PersistentBanner({ text, action, onDismiss, onAct }: PersistentBannerProps) {
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
 * Shows a persistent message beside the portal's messages, which every navigation clears. A separate React root keeps this rarely
 * needed code out of the initial JavaScript. Returns a function that removes the message; a `name` is shown once at a time.
 */
export function showPersistentBanner(
  name: string,
  props: Omit<PersistentBannerProps, 'onDismiss'>,
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
  root.render(around(<PersistentBanner {...props} onDismiss={close} />))
  return close
}
