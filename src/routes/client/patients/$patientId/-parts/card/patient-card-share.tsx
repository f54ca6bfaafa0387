import { Copy, Share2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { showMessage } from '#src/lib/messages.ts'
import { share } from '#src/lib/files/share.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'

interface ShareCardProps {
  name: string
  title: string
  text: string
}

/** Hands the card on by what the device offers for it, else puts it on the clipboard. Nothing where it has neither. */
export function ShareCard({ name, title, text }: ShareCardProps) {
  // Browsers have neither on a page that is not served safely.
  const device = navigator as Partial<Navigator>
  const sharing = useAsyncAction(async () => {
    const outcome = await share({ title, text })
    if (outcome === 'shared') showMessage('success', 'client.card.shared', { name })
    if (outcome === 'failed') showMessage('error', 'client.card.shareFailed')
  })

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showMessage('success', 'client.card.copied', { name })
    } catch {
      showMessage('error', 'client.card.copyFailed')
    }
  }

  if (device.share) {
    return (
      <Button variant="secondary" icon={Share2} busy={sharing.busy} onClick={sharing.run}>
        <FormattedMessage id="client.card.share" />
      </Button>
    )
  }
  return (
    device.clipboard && (
      <Button variant="secondary" icon={Copy} onClick={copy}>
        <FormattedMessage id="client.card.copy" />
      </Button>
    )
  )
}
