import type { LucideIcon } from 'lucide-react'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import type { ClientList } from '#src/api/client-lists.ts'
import type { ClientListItem, ListedClient } from '#src/api/clients.ts'
import { canInviteAgain, isNotInvited } from '#src/features/access/invitation.tsx'
import { LettersButton } from '#src/features/access/letters.tsx'
import { RemovalHint } from '#src/features/access/removal.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import styles from './bulk.module.css'
import { type BulkAction, skipped } from './run.ts'

const BUTTONS: Record<BulkAction, { icon: LucideIcon; label: MessageId; variant?: 'primary' | 'danger-quiet' }> = {
  register: { icon: UserPlus, label: 'admin.clients.register', variant: 'primary' },
  invite: { icon: Send, label: 'admin.invitations.first' },
  inviteAgain: { icon: Send, label: 'admin.invitations.again' },
  lock: { icon: Lock, label: 'admin.clients.lock' },
  unlock: { icon: LockOpen, label: 'admin.clients.unlock' },
  delete: { icon: Trash2, label: 'admin.clients.delete', variant: 'danger-quiet' },
}

interface BulkChooseProps {
  clients: readonly ListedClient[]
  selected: ReadonlyMap<string, unknown>
  /** Number of clients on all pages, if known. */
  total: number | undefined
  disabled: boolean
  onPage: (on: boolean) => void
  onAll: () => void
  onNone: () => void
}

/** Selects the page, all pages, or none. */
export function BulkChoose({ clients, selected, total, disabled, onPage, onAll, onNone }: BulkChooseProps) {
  const chosen = clients.filter(({ uuid }) => selected.has(uuid)).length
  return (
    <div className={styles.choose}>
      <Checkbox
        // Replaces the button that was pressed.
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
  /** Progress while all matching clients are being selected. */
  collecting: { done: number; total: number } | null
  onCancel: () => void
  onAct: (action: BulkAction, clients: readonly ClientListItem[]) => void
}

/** Returns the selected clients that each action applies to. */
function targetsOf(list: ClientList, clients: readonly ClientListItem[]): [BulkAction, readonly ClientListItem[]][] {
  if (list === 'unregistered') return [['register', clients]]
  return [
    ['invite', clients.filter(isNotInvited)],
    ['inviteAgain', clients.filter(canInviteAgain)],
    ['lock', clients.filter(({ locked }) => !locked)],
    ['unlock', clients.filter(({ locked }) => locked)],
    ['delete', clients],
  ]
}

/** Number of selected clients, and a button for each action that applies to some of them. */
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
  const unreached = clients.filter(({ email, locked }) => !email && !locked)
  return (
    <div className={styles.bar}>
      <strong aria-hidden="true">
        <FormattedMessage id="admin.bulk.count" values={{ count: selected.size }} />
      </strong>
      <div className={styles.buttons}>
        {targetsOf(list, clients).map(
          ([action, targets]) =>
            targets.length > 0 && (
              <Button
                key={action}
                variant={BUTTONS[action].variant ?? 'secondary'}
                icon={BUTTONS[action].icon}
                onClick={() => onAct(action, targets)}
              >
                <FormattedMessage id={BUTTONS[action].label} />
              </Button>
            ),
        )}
        {list === 'unregistered' && (
          <LettersButton practiceId={practiceId} count={unreached.length} clients={async () => unreached} />
        )}
      </div>
    </div>
  )
}

/** The dialog names at most this many blocked clients. */
const MAX_NAMES = 10

interface BulkConfirmProps {
  action: BulkAction
  clients: readonly ClientListItem[]
  onConfirm: (liftsLocks: boolean) => void
  onClose: () => void
}

/** Asks before a bulk action: the number of clients, its effect, and who is left out. */
export function BulkConfirm({ action, clients, onConfirm, onClose }: BulkConfirmProps) {
  const intl = useIntl()
  const invites = useCan('invitations')
  const [liftsLocks, setLiftsLocks] = useState(false)
  const why = (client: ClientListItem) => skipped(action, client, { invites, liftsLocks: false })
  const noEmail = clients.filter((client) => why(client) === 'no-email').length
  const blocked = clients.filter((client) => why(client) === 'locked')
  const names = blocked.slice(0, MAX_NAMES).map((client) => clientName(client, intl))
  const more = blocked.length - names.length
  if (more > 0) names.push(intl.formatMessage({ id: 'admin.bulk.andMore' }, { count: more }))
  const count = clients.length - noEmail - (liftsLocks ? 0 : blocked.length)
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => onConfirm(liftsLocks)}
      title={<FormattedMessage id={`admin.bulk.${action}Title`} values={{ count }} />}
      confirmLabel={<FormattedMessage id={BUTTONS[action].label} />}
      variant={action === 'delete' ? 'danger' : 'primary'}
      disabled={count === 0}
    >
      {(action !== 'register' || invites) && (
        <p>
          <FormattedMessage id={`admin.bulk.${action === 'inviteAgain' ? 'invite' : action}Text`} />
        </p>
      )}
      {action === 'delete' && <RemovalHint />}
      {noEmail > 0 && (
        <p>
          <FormattedMessage id="admin.bulk.leftOut" values={{ count: noEmail }} />
        </p>
      )}
      {blocked.length > 0 && (
        <>
          <p>
            <FormattedMessage
              id="admin.bulk.leftOutLocked"
              values={{ count: blocked.length, names: intl.formatList(names) }}
            />
          </p>
          <Checkbox checked={liftsLocks} onChange={setLiftsLocks}>
            <FormattedMessage id="admin.bulk.liftLocks" />
          </Checkbox>
        </>
      )}
    </ConfirmDialog>
  )
}
