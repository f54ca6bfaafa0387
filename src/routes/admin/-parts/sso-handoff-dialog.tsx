import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { clientQueries } from '#src/api/clients.ts'
import { failureText } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { registrationMutations, isEmailTaken } from '#src/api/registrations.ts'
import { clientMutationKeys, isMutationPending } from '#src/api/client-mutations.ts'
import { useViewAs } from '#src/features/access/view-as.ts'

interface SsoHandoffDialogProps {
  practiceId: string
  clientUuid: string
  onClose: () => void
}

/** Offers to register a client without access to the portal, whom another system asked staff to open. */
export function SsoHandoffDialog({ practiceId, clientUuid, onClose }: SsoHandoffDialogProps) {
  const intl = useIntl()
  const viewAs = useViewAs()
  const queryClient = useQueryClient()
  const invites = useCan('invitations')
  const { data: client } = useQuery(clientQueries.one(clientUuid))
  const registration = useMutation(registrationMutations.register(queryClient, practiceId))
  if (!client) return null
  const isConflict = isEmailTaken(registration.error)
  const noEmail = invites && client.email === null

  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.ssoHandoff.title" values={{ name: clientName(client, intl) }} />}
      confirmLabel={<FormattedMessage id="admin.clients.register" />}
      variant="primary"
      busy={registration.isPending}
      disabled={noEmail || isConflict}
      // The text of the dialog already names an e-mail address that is in use.
      problem={failureText(registration.error, isConflict ? null : undefined)}
      onConfirm={() =>
        isMutationPending(queryClient, clientMutationKeys.register(practiceId)) ||
        registration.mutate(client, {
          onSuccess: () => {
            onClose()
            viewAs(clientUuid)
          },
          onError: logUnforeseen,
        })
      }
      onClose={onClose}
    >
      <FormattedMessage id={textOf(noEmail, isConflict)} values={{ mail: invites ? 'sent' : 'none' }} />
    </ConfirmDialog>
  )
}

function textOf(noEmail: boolean, isConflict: boolean) {
  if (noEmail) return 'admin.clients.noEmailHint'
  return isConflict ? 'admin.clients.conflict' : 'admin.ssoHandoff.text'
}
