import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import type { Client } from '#src/api/clients.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { canInvite } from './can-invite-again.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useInvite } from './invitation.tsx'
import { useLock } from './use-lock.ts'
import { useRegistration } from './use-registration.tsx'
import { useViewAs } from './use-view-as.ts'
import styles from './client-sheet.module.css'

interface ClientActionsProps {
  practiceId: string
  client: Client
}

/** The same as in the rows, each with its word. */
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
  const [isAsking, setAsking] = useState(false)
  const { uuid, locked } = client
  const isLocking = lock.isBusy(uuid)
  // As in the rows: the action that was pressed stays until the server has confirmed.
  const offersUnlock = isLocking !== locked
  return (
    <>
      <Button variant="primary" icon={Eye} onClick={() => viewAs(uuid)}>
        <FormattedMessage id="admin.clients.impersonate" />
      </Button>
      {(canInvite(client) || (client.addressChange && !locked)) && (
        <Button variant="secondary" icon={Send} busy={invitation.busy} onClick={invitation.run}>
          <FormattedMessage id={invitation.word} />
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
      <Button variant="danger-quiet" icon={Trash2} onClick={() => setAsking(true)}>
        <FormattedMessage id="admin.clients.delete" />
      </Button>
      {isAsking && <DeleteDialog practiceId={practiceId} client={client} onClose={() => setAsking(false)} />}
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
