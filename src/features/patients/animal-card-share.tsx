import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/button.tsx'

interface ShareCardProps {
  name: string
  title: string
  text: string
}

/** Hands the card on by what the device offers for it, else puts it on the clipboard. Nothing where it has neither. */
export function ShareCard({ name, title, text }: ShareCardProps) {
  const [busy, setBusy] = useState(false)
  // Browsers have neither on a page that is not served safely.
  const { share, clipboard } = navigator as Partial<Navigator>

  async function send() {
    setBusy(true)
    try {
      await navigator.share({ title, text })
      showMessage('success', 'client.card.shared', { name })
    } catch (cause) {
      // Who thinks better of it needs no message.
      if (!(cause instanceof DOMException && cause.name === 'AbortError'))
        showMessage('error', 'client.card.shareFailed')
    } finally {
      setBusy(false)
    }
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showMessage('success', 'client.card.copied', { name })
    } catch {
      showMessage('error', 'client.card.copyFailed')
    }
  }

  if (share) {
    return (
      <Button variant="secondary" icon={Share2} busy={busy} onClick={send}>
        <FormattedMessage id="client.card.share" />
      </Button>
    )
  }
  return (
    clipboard && (
      <Button variant="secondary" icon={Copy} onClick={copy}>
        <FormattedMessage id="client.card.copy" />
      </Button>
    )
  )
}
