import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import type { ListedClient, ClientListItem } from '#src/api/clients.ts'
import styles from './bulk.module.css'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ClientList } from '#src/api/client-lists.ts'
import { LettersButton } from '#src/features/access/letters.tsx'
import { canInviteAgain, isNotInvited } from '#src/features/access/invitation.tsx'
import { type BulkAction, skipped } from './run.ts'
import { useState } from 'react'
import { useCan } from '#src/api/capabilities.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { RemovalHint } from '#src/features/access/removal.tsx'

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

const QUESTIONS = {
  register: { title: 'admin.bulk.registerTitle', text: 'admin.bulk.registerText', button: 'admin.clients.register' },
  invite: { title: 'admin.bulk.inviteTitle', text: 'admin.bulk.inviteText', button: 'admin.invitations.first' },
  inviteAgain: {
    title: 'admin.bulk.inviteAgainTitle',
    text: 'admin.bulk.inviteText',
    button: 'admin.invitations.again',
  },
  lock: { title: 'admin.bulk.lockTitle', text: 'admin.bulk.lockText', button: 'admin.clients.lock' },
  unlock: { title: 'admin.bulk.unlockTitle', text: 'admin.bulk.unlockText', button: 'admin.clients.unlock' },
  delete: { title: 'admin.bulk.deleteTitle', text: 'admin.bulk.deleteText', button: 'admin.clients.delete' },
} as const satisfies Record<BulkAction, Record<'title' | 'text' | 'button', MessageId>>

/** So many blocked clients are named. */
const NAMED = 10

interface BulkConfirmProps {
  action: BulkAction
  clients: readonly ClientListItem[]
  onConfirm: (liftsLocks: boolean) => void
  onClose: () => void
}

/** Says how many it is about, what comes of it, and who cannot be registered or is left out unless a block is to be lifted. */
export function BulkConfirm({ action, clients, onConfirm, onClose }: BulkConfirmProps) {
  const { title, text, button } = QUESTIONS[action]
  const intl = useIntl()
  const invites = useCan('invitations')
  const [liftsLocks, setLiftsLocks] = useState(false)
  const why = (client: ClientListItem) => skipped(action, client, { invites, liftsLocks: false })
  const noEmail = clients.filter((client) => why(client) === 'no-email').length
  const blocked = clients.filter((client) => why(client) === 'locked')
  const names = blocked.slice(0, NAMED).map((client) => clientName(client, intl))
  const more = blocked.length - names.length
  if (more > 0) names.push(intl.formatMessage({ id: 'admin.bulk.andMore' }, { count: more }))
  const count = clients.length - noEmail - (liftsLocks ? 0 : blocked.length)
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => onConfirm(liftsLocks)}
      title={<FormattedMessage id={title} values={{ count }} />}
      confirmLabel={<FormattedMessage id={button} />}
      variant={action === 'delete' ? 'danger' : 'primary'}
      disabled={count === 0}
    >
      {(action !== 'register' || invites) && (
        <p>
          <FormattedMessage id={text} />
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
