import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { sessionQueries } from '#src/features/session/queries.ts'
import { viewAs } from '#src/features/session/viewing.ts'
import { CallError } from '#src/lib/http.ts'
import { dismissMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { clientName } from './client-name.ts'
import { clientMutations } from './mutations.ts'

interface HandOverDialogProps {
  practiceId: string
  clientUuid: string
  onClose: () => void
}

/** The practice's system sent a member of staff to a client who is not on the portal yet: to be registered first? */
export function HandOverDialog({ practiceId, clientUuid, onClose }: HandOverDialogProps) {
  const intl = useIntl()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: client } = useQuery(sessionQueries.client(clientUuid))
  const registration = useMutation(clientMutations.register(queryClient, practiceId))
  if (!client) return null
  const isConflict = registration.error instanceof CallError && registration.error.code === 'conflict'

  async function register() {
    await registration.mutateAsync(client!)
    await viewAs(router, clientUuid)
  }

  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.handOver.title" values={{ name: clientName(client, intl) }} />}
      confirmLabel={<FormattedMessage id="admin.clients.register" />}
      variant="primary"
      busy={registration.isPending}
      disabled={client.email === null || isConflict}
      problem={isConflict ? null : failureText(registration.error, intl)}
      // What failed is said in the dialog; behind it nobody can close the page's message.
      onConfirm={() => void register().catch(() => dismissMessage('error'))}
      onClose={onClose}
    >
      <FormattedMessage id={textOf(client.email, isConflict)} />
    </ConfirmDialog>
  )
}

function textOf(email: string | null | undefined, isConflict: boolean) {
  if (email === null) return 'admin.clients.noEmailHint'
  return isConflict ? 'admin.clients.conflict' : 'admin.handOver.text'
}
