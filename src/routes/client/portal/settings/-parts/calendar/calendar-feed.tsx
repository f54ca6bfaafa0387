import { useQuery, useQueryClient } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { calendarQueries, endCalendarAddress, makeCalendarAddress } from '#src/api/reminders.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button, IconButton, buttonClass } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './calendar-feed.module.css'

/** Calendar subscription to the reminders: its secret URL, with buttons to renew and revoke it. */
export function CalendarFeed({ clientId }: { clientId: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(calendarQueries.address(clientId))
  const { data: address } = query
  // The pressed button is removed, so its replacement gets the focus.
  const [wasPressed, setWasPressed] = useState(false)
  const making = useAsyncAction(async () => {
    await makeCalendarAddress(queryClient, clientId)
    setWasPressed(true)
    showMessage('success', 'client.calendar.made')
  })

  return (
    <>
      <p className={styles.text}>
        <FormattedMessage id="client.calendar.text" />
      </p>
      {address ? (
        <Subscription clientId={clientId} address={address} isNew={wasPressed} onEnd={() => setWasPressed(true)} />
      ) : (
        address === null && (
          <Button
            variant="secondary"
            icon={CalendarPlus}
            busy={making.busy}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the focused button
            autoFocus={wasPressed}
            onClick={making.run}
          >
            <FormattedMessage id="client.calendar.make" />
          </Button>
        )
      )}
      <LoadFailure query={query} />
    </>
  )
}

interface SubscriptionProps {
  clientId: string
  address: string
  /** Whether the URL was just created. */
  isNew: boolean
  onEnd: () => void
}

function Subscription({ clientId, address, isNew, onEnd }: SubscriptionProps) {
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<'renew' | 'end'>()
  const renewing = useAsyncAction(async () => {
    await makeCalendarAddress(queryClient, clientId)
    setConfirming(undefined)
    showMessage('success', 'client.calendar.renewed')
  })
  const ending = useAsyncAction(async () => {
    await endCalendarAddress(queryClient, clientId)
    onEnd()
    showMessage('success', 'client.calendar.ended')
  })
  const close = () => setConfirming(undefined)

  return (
    <>
      <a className={buttonClass({ variant: 'primary' })} href={address.replace(/^https?:/, 'webcal:')}>
        <CalendarPlus />
        <span>
          <FormattedMessage id="client.calendar.subscribe" />
        </span>
      </a>
      <Address address={address} isNew={isNew} />
      <div className={styles.ways}>
        <Button variant="secondary" icon={RefreshCw} onClick={() => setConfirming('renew')}>
          <FormattedMessage id="client.calendar.renew" />
        </Button>
        <Button variant="danger-quiet" onClick={() => setConfirming('end')}>
          <FormattedMessage id="client.calendar.end" />
        </Button>
      </div>
      {confirming === 'renew' && (
        <ConfirmDialog
          title={<FormattedMessage id="client.calendar.renewTitle" />}
          confirmLabel={<FormattedMessage id="client.calendar.renew" />}
          variant="primary"
          busy={renewing.busy}
          onConfirm={renewing.run}
          onClose={close}
        >
          <p>
            <FormattedMessage id="client.calendar.renewText" />
          </p>
        </ConfirmDialog>
      )}
      {confirming === 'end' && (
        <ConfirmDialog
          title={<FormattedMessage id="client.calendar.endTitle" />}
          confirmLabel={<FormattedMessage id="client.calendar.end" />}
          busy={ending.busy}
          onConfirm={ending.run}
          onClose={close}
        >
          <p>
            <FormattedMessage id="client.calendar.endText" />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** URL for calendars that subscribe by URL. If the clipboard is blocked, the URL is selected instead. */
function Address({ address, isNew }: Pick<SubscriptionProps, 'address' | 'isNew'>) {
  const { formatMessage } = useIntl()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const hint = <FormattedMessage id="client.calendar.secret" />

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      showMessage('success', 'client.calendar.copied')
    } catch {
      field.current?.select()
      showMessage('info', 'client.calendar.selected')
    }
  }

  return (
    <div className={styles.address}>
      <Field id={id} label={<FormattedMessage id="client.calendar.address" />} hint={hint}>
        <div className={styles.row}>
          <input
            {...fieldAttributes({ id, hint })}
            ref={field}
            className={input.input}
            readOnly
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the focused button
            autoFocus={isNew}
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <IconButton icon={Copy} label={formatMessage({ id: 'client.calendar.copy' })} onClick={() => void copy()} />
        </div>
      </Field>
    </div>
  )
}
