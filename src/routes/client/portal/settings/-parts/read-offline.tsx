import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { removeOfflineRecords, startOfflineRecords, watchOfflineRecords } from '#src/offline/update-records.ts'
import { hasAuthenticator } from '#src/lib/has-authenticator.ts'
import { readStoredOwner } from '#src/offline/stored-owner.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './read-offline.module.css'

/** Setting to store the owner's records on this device for offline use. Not available for staff who view a client. */
export function ReadOffline() {
  const router = useRouter()
  const intl = useIntl()
  const [stored, setStored] = useState(readStoredOwner)

  async function keep() {
    // Support of the WebAuthn extension `prf` is known only after a key was created.
    if (!(await hasAuthenticator())) return showMessage('warning', 'client.offline.notHere')
    try {
      await startOfflineRecords(router, intl.formatMessage({ id: 'core.appName' }))
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      return showMessage('warning', isFull ? 'client.offline.full' : 'client.offline.notKept')
    }
    watchOfflineRecords(router)
    showMessage('success', 'client.offline.kept')
  }

  async function forget() {
    await removeOfflineRecords()
    showMessage('success', 'client.offline.forgotten')
  }

  const { busy, run } = useAsyncAction(async () => {
    try {
      await (stored ? forget() : keep())
    } finally {
      setStored(readStoredOwner())
    }
  })

  return (
    <div className={styles.offline}>
      <p>
        <FormattedMessage id="client.offline.text" />
      </p>
      {stored && (
        <p className="muted">
          <FormattedMessage
            id="client.offline.asOf"
            values={{ moment: <FormattedDate value={stored.keptAt} dateStyle="long" timeStyle="short" /> }}
          />
        </p>
      )}
      <Button variant="secondary" busy={busy} onClick={run}>
        <FormattedMessage id={stored ? 'client.offline.turnOff' : 'client.offline.turnOn'} />
      </Button>
    </div>
  )
}
