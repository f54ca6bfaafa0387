import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { FormattedMessage } from 'react-intl'
import { PortalIntl } from '#src/lib/intl.tsx'
import { messagesRegion } from '#src/ui/feedback/messages-region.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './offer.module.css'

/**
 * Says that there is a newer release, until it is loaded or closed. Loading is a reload of the page, so that what is typed and
 * not saved is asked about as for any other. Not one of the portal's messages, which every navigation clears; a root of its own
 * beside them, for it is needed once in a while only and what shows it weighs on no first load.
 */
export function offerRelease(): void {
  const region = messagesRegion()
  if (!region || region.querySelector(`.${styles.offer}`)) return
  const place = document.createElement('div')
  place.className = styles.offer!
  region.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(
    <PortalIntl>
      <Offer onClose={close} />
    </PortalIntl>,
  )
}

function Offer({ onClose }: { onClose: () => void }) {
  const [loading, setLoading] = useState(false)
  function load() {
    setLoading(true)
    location.reload()
    // Still here: the person has been asked about what is not saved, and stays.
    setTimeout(() => setLoading(false), 1000)
  }
  return (
    <Message kind="info" onDismiss={onClose}>
      <FormattedMessage id="core.headers.newVersion" />
      <Button variant="secondary" className={styles.load} busy={loading} onClick={load}>
        <FormattedMessage id="core.buttons.loadNow" />
      </Button>
    </Message>
  )
}
