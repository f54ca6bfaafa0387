import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Trash2 from 'lucide-react/icons/trash-2'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { ActionsCell, RowActions, StateCell } from '#src/ui/data/table.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientCells } from '#src/features/sheet/client-link.tsx'
import type { ListedClient } from '#src/api/clients.ts'
import { rowId } from '#src/features/access/view-as.ts'
import { LockedStatus } from '#src/features/access/lock.tsx'
import { InvitationStatus, InviteButton, InviteItem } from '#src/features/access/invitation.tsx'

interface RegisteredRowProps {
  practiceId: string
  client: ListedClient
  /** Whether the lock is being saved. */
  isLocking: boolean
  onViewAs: () => void
  onLock: (locked: boolean) => void
  onDelete: () => void
}

export function RegisteredRow({ practiceId, client, isLocking, onViewAs, onLock, onDelete }: RegisteredRowProps) {
  const intl = useIntl()
  const name = clientName(client, intl)
  const { locked } = client
  // The state changes at once, but the button keeps the pressed action until the server has confirmed.
  const offersUnlock = isLocking !== locked
  const LockIcon = offersUnlock ? LockOpen : Lock
  const setLocked = () => {
    if (!isLocking) onLock(!locked)
  }
  return (
    <tr id={rowId(client.uuid)}>
      <ClientCells client={client} />
      <StateCell>
        {locked ? (
          <LockedStatus />
        ) : client.invitation === undefined ? (
          <span className="muted small">
            <FormattedMessage id="admin.clients.registered" />
          </span>
        ) : (
          <InvitationStatus client={client} />
        )}
      </StateCell>
      <ActionsCell>
        <RowActions
          menu={
            <Menu label={intl.formatMessage({ id: 'admin.clients.menu' }, { name })} trigger={<EllipsisVertical />}>
              <MenuItem icon={Eye} onSelect={onViewAs}>
                <FormattedMessage id="admin.clients.impersonate" />
              </MenuItem>
              <InviteItem practiceId={practiceId} client={client} />
              <MenuItem icon={LockIcon} onSelect={setLocked}>
                <FormattedMessage id={offersUnlock ? 'admin.clients.unlock' : 'admin.clients.lock'} />
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={onDelete}>
                <FormattedMessage id="admin.clients.delete" />
              </MenuItem>
            </Menu>
          }
        >
          <InviteButton practiceId={practiceId} client={client} />
          <Button
            variant="ghost"
            data-view
            aria-label={intl.formatMessage({ id: 'admin.clients.impersonateName' }, { name })}
            onClick={onViewAs}
          >
            <FormattedMessage id="admin.clients.impersonate" />
          </Button>
          <IconButton
            icon={LockIcon}
            aria-busy={isLocking || undefined}
            label={intl.formatMessage(
              { id: offersUnlock ? 'admin.clients.unlockName' : 'admin.clients.lockName' },
              { name },
            )}
            onClick={setLocked}
          />
          <IconButton
            icon={Trash2}
            danger
            label={intl.formatMessage({ id: 'admin.clients.deleteName' }, { name })}
            onClick={onDelete}
          />
        </RowActions>
      </ActionsCell>
    </tr>
  )
}

/** Row of a client whose registration succeeded, until the list contains the client. */
export function RegisteringRow({ client }: { client: ListedClient }) {
  return (
    <tr aria-busy="true">
      <ClientCells client={client} linked={false} />
      <StateCell>
        <Status>
          <Spinner />
          <FormattedMessage id="admin.clients.registering" />
        </Status>
      </StateCell>
      <ActionsCell />
    </tr>
  )
}
