import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'
import styles from './bulk-clients.module.css'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ClientListItem } from '#src/api/clients.ts'
import type { ClientList } from '#src/api/client-lists.ts'
import { LettersButton } from './letters-button.tsx'
import { canInviteAgain, isNotInvited } from './can-invite-again.ts'
import type { BulkAction } from './bulk-run.ts'

interface BulkChooseProps {
  /** The clients of the page. */
  clients: readonly ListedClient[]
  selected: ReadonlyMap<string, unknown>
  /** How many there are on all pages; undefined where that is not known. */
  total: number | undefined
  disabled: boolean
  onPage: (on: boolean) => void
  onAll: () => void
  onNone: () => void
}

/** Selects many at once: the page, all pages, or none. */
export function BulkChoose({ clients, selected, total, disabled, onPage, onAll, onNone }: BulkChooseProps) {
  const chosen = clients.filter(({ uuid }) => selected.has(uuid)).length
  return (
    <div className={styles.choose}>
      <Checkbox
        // The button that was pressed has made room for this.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        checked={chosen === 0 ? false : chosen === clients.length || 'mixed'}
        disabled={disabled || clients.length === 0}
        onChange={onPage}
      >
        <FormattedMessage id="admin.bulk.page" />
      </Checkbox>
      <Button variant="ghost" disabled={disabled || total === 0} onClick={onAll}>
        <FormattedMessage id="admin.bulk.all" values={{ count: total ?? 0 }} />
      </Button>
      <Button variant="ghost" disabled={disabled || selected.size === 0} onClick={onNone}>
        <FormattedMessage id="admin.bulk.none" />
      </Button>
    </div>
  )
}

interface BulkActionsProps {
  list: ClientList
  practiceId: string
  selected: ReadonlyMap<string, ClientListItem>
  /** All that match are being selected. */
  collecting: { done: number; total: number } | null
  onCancel: () => void
  onAct: (action: BulkAction, clients: readonly ClientListItem[]) => void
}

/** How many are selected, and what can be done to them: nothing that is so already. */
export function BulkActions({ list, practiceId, selected, collecting, onCancel, onAct }: BulkActionsProps) {
  if (collecting) {
    return (
      <div className={styles.bar}>
        <span>
          <FormattedMessage id="admin.bulk.collecting" values={collecting} />
        </span>
        <Button variant="secondary" onClick={onCancel}>
          <FormattedMessage id="core.buttons.cancel" />
        </Button>
      </div>
    )
  }
  if (selected.size === 0) return null
  const clients = [...selected.values()]
  const locked = clients.filter((client) => client.locked)
  const notInvited = clients.filter(isNotInvited)
  const inactive = clients.filter(canInviteAgain)
  const open = clients.filter((client) => !client.locked)
  const unreached = open.filter(({ email }) => !email)
  return (
    <div className={styles.bar}>
      <strong aria-hidden="true">
        <FormattedMessage id="admin.bulk.count" values={{ count: selected.size }} />
      </strong>
      <div className={styles.buttons}>
        {list === 'unregistered' ? (
          <>
            <Button variant="primary" icon={UserPlus} onClick={() => onAct('register', clients)}>
              <FormattedMessage id="admin.clients.register" />
            </Button>
            <LettersButton practiceId={practiceId} count={unreached.length} clients={async () => unreached} />
          </>
        ) : (
          <>
            {notInvited.length > 0 && (
              <Button variant="secondary" icon={Send} onClick={() => onAct('invite', notInvited)}>
                <FormattedMessage id="admin.invitations.first" />
              </Button>
            )}
            {inactive.length > 0 && (
              <Button variant="secondary" icon={Send} onClick={() => onAct('inviteAgain', inactive)}>
                <FormattedMessage id="admin.invitations.again" />
              </Button>
            )}
            {open.length > 0 && (
              <Button variant="secondary" icon={Lock} onClick={() => onAct('lock', open)}>
                <FormattedMessage id="admin.clients.lock" />
              </Button>
            )}
            {locked.length > 0 && (
              <Button variant="secondary" icon={LockOpen} onClick={() => onAct('unlock', locked)}>
                <FormattedMessage id="admin.clients.unlock" />
              </Button>
            )}
            <Button variant="danger-quiet" icon={Trash2} onClick={() => onAct('delete', clients)}>
              <FormattedMessage id="admin.clients.delete" />
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
