import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { forgetKept, turnOn, watchKept } from '#src/offline/keep.ts'
import { hasAuthenticator } from '#src/lib/has-authenticator.ts'
import { readMark } from '#src/offline/mark.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './read-offline.module.css'

/** Setting to store the owner's records on this device for offline use. Not available for staff who view a client. */
export function ReadOffline() {
  const router = useRouter()
  const intl = useIntl()
  const [mark, setMark] = useState(readMark)

  async function keep() {
    // Support of the WebAuthn extension `prf` is known only after a key was created.
    if (!(await hasAuthenticator())) return showMessage('warning', 'client.offline.notHere')
    try {
      await turnOn(router, intl.formatMessage({ id: 'core.appName' }))
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      return showMessage('warning', isFull ? 'client.offline.full' : 'client.offline.notKept')
    }
    watchKept(router)
    showMessage('success', 'client.offline.kept')
  }

  async function forget() {
    await forgetKept()
    showMessage('success', 'client.offline.forgotten')
  }

  const { busy, run } = useAsyncAction(async () => {
    try {
      await (mark ? forget() : keep())
    } finally {
      setMark(readMark())
    }
  })

  return (
    <div className={styles.offline}>
      <p>
        <FormattedMessage id="client.offline.text" />
      </p>
      {mark && (
        <p className="muted">
          <FormattedMessage
            id="client.offline.asOf"
            values={{ moment: <FormattedDate value={mark.keptAt} dateStyle="long" timeStyle="short" /> }}
          />
        </p>
      )}
      <Button variant="secondary" busy={busy} onClick={run}>
        <FormattedMessage id={mark ? 'client.offline.turnOff' : 'client.offline.turnOn'} />
      </Button>
    </div>
  )
}
