import { Lock, LockOpen, Trash2, UserPlus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { ClientList } from '#src/api/client-lists.ts'
import styles from './bulk-clients.module.css'
import type { BulkAction } from './bulk-run.ts'

interface BulkActionsProps {
  list: ClientList
  selected: ReadonlyMap<string, ClientListItem>
  /** All that match are being selected. */
  collecting: { done: number; total: number } | null
  onCancel: () => void
  onAct: (action: BulkAction, clients: readonly ClientListItem[]) => void
}

/** How many are selected, and what can be done to them: nothing that is so already. */
export function BulkActions({ list, selected, collecting, onCancel, onAct }: BulkActionsProps) {
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
  const open = clients.filter((client) => !client.locked)
  return (
    <div className={styles.bar}>
      <strong aria-hidden="true">
        <FormattedMessage id="admin.bulk.count" values={{ count: selected.size }} />
      </strong>
      <div className={styles.buttons}>
        {list === 'unregistered' ? (
          <Button variant="primary" icon={UserPlus} onClick={() => onAct('register', clients)}>
            <FormattedMessage id="admin.clients.register" />
          </Button>
        ) : (
          <>
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
