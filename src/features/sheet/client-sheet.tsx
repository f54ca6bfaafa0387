import { useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { Client } from '#src/api/clients.ts'
import { clientSheetQuery } from '#src/api/single-clients.ts'
import { Status } from '#src/ui/data/status.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Modal } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { LockedStatus, useLock } from '#src/features/access/lock.tsx'
import { ClientFacts } from './client-facts.tsx'
import styles from './client-sheet.module.css'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { canInvite, useInvite } from '#src/features/access/invitation.tsx'
import { DeleteDialog } from '#src/features/access/removal.tsx'
import { useRegistration } from '#src/features/access/registration.tsx'
import { useViewAs } from '#src/features/access/view-as.ts'

interface ClientSheetProps {
  practiceId: string
  clientId: string
  onClose: () => void
  /** Further answers below the facts. Their calls start after the first paint. */
  details: ReactNode
  /** Messages of the page, repeated here because the sheet covers them. */
  children: ReactNode
}

/** Facts about a client and actions, beside the list; a whole page on a phone. */
export function ClientSheet({ practiceId, clientId, onClose, details, children }: ClientSheetProps) {
  const intl = useIntl()
  const titleId = useId()
  const queryClient = useQueryClient()
  // The first paint shows the row of the list and does not wait for the start of calls.
  const isPainted = useDeferredValue(true, false)
  const sheet = useQuery({ ...clientSheetQuery(queryClient, practiceId, clientId), enabled: isPainted })
  const { data: client, isError, isFetchedAfterMount, refetch } = sheet
  return (
    <Modal labelledBy={titleId} className={styles.sheet} onClose={onClose}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className="title">
            {client ? clientName(client, intl) : <FormattedMessage id="admin.sheet.title" />}
          </h2>
          {client && <Lead client={client} />}
        </div>
        <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.close' })} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {client && <ClientFacts client={client} />}
        {/* Facts that arrive later would move this down. */}
        {client && isPainted && (
          <div hidden={!isFetchedAfterMount} className={styles.later}>
            {details}
          </div>
        )}
        {client === undefined && !isError && <Spinner />}
        {client === null && <Empty title={<FormattedMessage id="admin.sheet.gone" />} />}
        {isError && (
          <Empty
            title={<FormattedMessage id="admin.sheet.failed" />}
            actions={
              <Button variant="secondary" onClick={() => void refetch()}>
                <FormattedMessage id="core.buttons.retry" />
              </Button>
            }
          />
        )}
      </div>
      <div className={styles.messages}>{children}</div>
      {client && <ClientActions practiceId={practiceId} client={client} />}
    </Modal>
  )
}

/** Person behind a company, and whether the client has access. */
function Lead({ client }: { client: Client }) {
  const person = displayName({ ...client, companyName: undefined })
  return (
    <p className={styles.lead}>
      {client.companyName && person && <span className="muted">{person}</span>}
      {client.locked && <LockedStatus />}
      {client.registered === false && (
        <Status>
          <FormattedMessage id="admin.clients.unregistered" />
        </Status>
      )}
    </p>
  )
}

interface ClientActionsProps {
  practiceId: string
  client: Client
}

/** Buttons with text for the same actions as in the rows of the client lists. */
export function ClientActions(props: ClientActionsProps) {
  return (
    <div className={styles.actions}>
      {props.client.registered === false ? <Unregistered {...props} /> : <Registered {...props} />}
    </div>
  )
}

function Registered({ practiceId, client }: ClientActionsProps) {
  const viewAs = useViewAs()
  const lock = useLock(practiceId)
  const invitation = useInvite({ practiceId, client })
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { uuid, locked } = client
  const isLocking = lock.isBusy(uuid)
  // A pressed action remains until the server has confirmed it, like in the rows.
  const offersUnlock = isLocking !== locked
  return (
    <>
      <Button variant="primary" icon={Eye} onClick={() => viewAs(uuid)}>
        <FormattedMessage id="admin.clients.impersonate" />
      </Button>
      {(canInvite(client) || (client.addressChange && !locked)) && (
        <Button variant="secondary" icon={Send} busy={invitation.busy} onClick={invitation.run}>
          <FormattedMessage id={invitation.labelId} />
        </Button>
      )}
      <Button
        variant="secondary"
        icon={offersUnlock ? LockOpen : Lock}
        busy={isLocking}
        onClick={() => {
          if (!isLocking) lock.setLocked(client, !locked)
        }}
      >
        <FormattedMessage id={offersUnlock ? 'admin.clients.unlock' : 'admin.clients.lock'} />
      </Button>
      <Button variant="danger-quiet" icon={Trash2} onClick={() => setDialogOpen(true)}>
        <FormattedMessage id="admin.clients.delete" />
      </Button>
      {isDialogOpen && <DeleteDialog practiceId={practiceId} client={client} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

function Unregistered({ practiceId, client }: ClientActionsProps) {
  const noEmail = useCan('invitations') && client.email === null
  const { register, stateOf, question } = useRegistration(practiceId, null, client.uuid)
  const state = stateOf(client)
  return (
    <>
      {(noEmail || state === 'conflict') && (
        <p className="small muted">
          <FormattedMessage id={noEmail ? 'admin.clients.noEmailHint' : 'admin.clients.conflict'} />
        </p>
      )}
      {!noEmail && (
        <Button variant="primary" icon={UserPlus} busy={state === 'busy'} onClick={() => register(client)}>
          <FormattedMessage id="admin.clients.register" />
        </Button>
      )}
      {question}
    </>
  )
}
