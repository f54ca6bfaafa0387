import { useMutation, useQueryClient } from '@tanstack/react-query'
import MailWarning from 'lucide-react/icons/mail-warning'
import Send from 'lucide-react/icons/send'
import { FormattedMessage, useIntl } from 'react-intl'
import { INVITATION_STATES, type InvitationState, MAIL_FAILURES, type MailFailure } from '#contract/client.ts'
import { inviteAgainMutation } from '#src/api/client-mutations.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Status } from '#src/ui/data/status.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { MenuItem } from '#src/ui/navigation/menu.tsx'
import type { ClientListItem } from '#src/api/clients.ts'
import { clientName } from '#src/features/clients/client-name.tsx'
import styles from './invitation.module.css'

export const isState = (value: string | undefined): value is InvitationState =>
  INVITATION_STATES.some((state) => state === value)

const isReason = (value: string): value is MailFailure => MAIL_FAILURES.some((reason) => reason === value)

/** State of a client's invitation; nothing if the API does not send it. */
export function InvitationStatus({ client: { invitation, mailFailure } }: { client: ClientListItem }) {
  if (!isState(invitation)) return null
  const reason = mailFailure && (isReason(mailFailure) ? mailFailure : 'refused')
  const hasFailed = invitation === 'failed'
  return (
    <>
      {invitation === 'activated' ? (
        // No badge, because most clients have activated their account.
        <span className="muted small">
          <FormattedMessage id="admin.invitations.states.activated" />
        </span>
      ) : (
        <Status tone={hasFailed ? 'warn' : undefined} icon={hasFailed ? MailWarning : undefined}>
          <FormattedMessage id={`admin.invitations.states.${invitation}`} />
        </Status>
      )}
      {reason && (
        <span className={styles.reason}>
          {!hasFailed && (
            <>
              <FormattedMessage id="admin.invitations.undelivered" />:{' '}
            </>
          )}
          <FormattedMessage id={`admin.invitations.reasons.${reason}`} />
        </span>
      )}
    </>
  )
}

interface InviteProps {
  practiceId: string
  client: ClientListItem
}

/** Sends a client the first invitation, or another one. */
export function useInvite({ practiceId, client }: InviteProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const name = clientName(client, intl)
  const isFirst = isNotInvited(client)
  const { mutateAsync } = useMutation(inviteAgainMutation(practiceId))
  const { busy, run } = useAsyncAction(async () => {
    try {
      await mutateAsync(client.uuid)
      showMessage('success', isFirst ? 'admin.invitations.firstDone' : 'admin.invitations.againDone', { name })
      const { showDeferredMails } = await import('#src/features/show-deferred-mails.ts')
      void showDeferredMails(queryClient, practiceId)
    } catch (error) {
      const sentence = { id: 'admin.invitations.againConflict', values: { name } } as const
      showFailure(
        error,
        { conflict: sentence, 'not-found': sentence },
        // If the device is online, the mail may be sent although the response was lost.
        navigator.onLine
          ? undefined
          : { id: isFirst ? 'admin.clients.undone.firstInvited' : 'admin.clients.undone.invited', values: { name } },
      )
    }
  })
  return {
    label: intl.formatMessage(
      { id: isFirst ? 'admin.invitations.firstName' : 'admin.invitations.againName' },
      { name },
    ),
    labelId: isFirst ? ('admin.invitations.first' as const) : ('admin.invitations.again' as const),
    busy,
    run,
  }
}

export function InviteButton(props: InviteProps) {
  const { label, busy, run } = useInvite(props)
  if (!canInvite(props.client)) return null
  return <IconButton icon={Send} label={label} aria-busy={busy || undefined} onClick={run} />
}

export function InviteItem(props: InviteProps) {
  const { labelId, run } = useInvite(props)
  if (!canInvite(props.client)) return null
  return (
    <MenuItem icon={Send} onSelect={run}>
      <FormattedMessage id={labelId} />
    </MenuItem>
  )
}

// Clients who have not opened the practice, if the API says so. The link would not work for locked clients.

export const isNotInvited = ({ invitation, locked }: ClientListItem) => !locked && invitation === 'not-invited'

export const canInviteAgain = ({ invitation, locked }: ClientListItem) =>
  !locked && (invitation === 'invited' || invitation === 'failed')

export const canInvite = (client: ClientListItem) => isNotInvited(client) || canInviteAgain(client)
