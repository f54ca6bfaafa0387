import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import type { ClientListItem } from '#src/api/clients.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { type BulkAction, skipped } from './bulk-run.ts'
import { clientName } from './client-name.tsx'
import { RemovalHint } from './removal-hint.tsx'

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
