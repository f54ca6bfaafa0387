import { FormattedMessage } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import type { ClientListItem } from '#src/api/clients.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { type BulkAction, isLeftOut } from './bulk-run.ts'

const QUESTIONS = {
  register: { title: 'admin.bulk.registerTitle', text: 'admin.bulk.registerText', button: 'admin.clients.register' },
  invite: { title: 'admin.bulk.inviteTitle', text: 'admin.bulk.inviteText', button: 'admin.invitations.again' },
  lock: { title: 'admin.bulk.lockTitle', text: 'admin.bulk.lockText', button: 'admin.clients.lock' },
  unlock: { title: 'admin.bulk.unlockTitle', text: 'admin.bulk.unlockText', button: 'admin.clients.unlock' },
  delete: { title: 'admin.bulk.deleteTitle', text: 'admin.bulk.deleteText', button: 'admin.clients.delete' },
} as const satisfies Record<BulkAction, Record<'title' | 'text' | 'button', MessageId>>

interface BulkConfirmProps {
  action: BulkAction
  clients: readonly ClientListItem[]
  onConfirm: () => void
  onClose: () => void
}

/** Says how many it is about, what comes of it, and how many have no e-mail address and so cannot be registered. */
export function BulkConfirm({ action, clients, ...dialog }: BulkConfirmProps) {
  const { title, text, button } = QUESTIONS[action]
  const invites = useCan('invitations')
  const leftOut = clients.filter((client) => isLeftOut(action, client, invites)).length
  const count = clients.length - leftOut
  return (
    <ConfirmDialog
      {...dialog}
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
      {leftOut > 0 && (
        <p>
          <FormattedMessage id="admin.bulk.leftOut" values={{ count: leftOut }} />
        </p>
      )}
    </ConfirmDialog>
  )
}
