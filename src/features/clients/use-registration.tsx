import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { clientMutations, isAddressTaken, isUnderWay } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/show-failure.ts'
import { invitationExplained, portalState } from '#src/lib/store.ts'
import { clientName } from './client-name.tsx'
import { openWhenLoaded } from './open-when-loaded.ts'

const loadDialog = () => import('./register-dialog.tsx')
const RegisterDialog = lazy(async () => ({ default: (await loadDialog()).RegisterDialog }))

/** How far the registration of a client is. `conflict`: another client of the practice uses the address. */
export type RegistrationState = 'busy' | 'done' | 'conflict' | undefined

/**
 * For a list of which clients are registered one by one. The first registration of a session asks, for it sends a mail; so does
 * that of a client who is locked.
 */
export function useRegistration(practiceId: string) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(clientMutations.register(queryClient, practiceId))
  const mutationKey = clientMutations.registerKey(practiceId)
  const registering = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as ClientListItem).uuid,
  })
  const [asking, setAsking] = useState<{ client: ListedClient; onStart: () => void } | null>(null)
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>(new Set())
  // Read by a press that may come before the next render.
  const done = useRef<ReadonlySet<string>>(new Set())
  const [registered, setRegistered] = useState(done.current)

  /** `onStart` is called when the server is. */
  function register(client: ListedClient, onStart: () => void) {
    if (isUnderWay(queryClient, mutationKey, client.uuid) || done.current.has(client.uuid)) return
    if (client.locked || !portalState().knowsOfInvitation) {
      void openWhenLoaded(loadDialog, () => setAsking({ client, onStart }))
    } else void start(client, onStart)
  }

  async function start(client: ListedClient, onStart: () => void) {
    const { uuid } = client
    onStart()
    const name = clientName(client, intl)
    try {
      await mutateAsync(client)
      setRegistered((done.current = new Set(done.current).add(uuid)))
      showMessage('success', 'admin.clients.registeredDone', { name })
    } catch (error) {
      if (isAddressTaken(error)) setConflicts((known) => new Set(known).add(uuid))
      showFailure(error, {
        conflict: { id: 'admin.clients.conflictName', values: { name } },
        'not-found': { id: 'admin.clients.unknown', values: { name } },
        'email-missing': { id: 'admin.clients.noEmailHint' },
      })
    }
  }

  function confirm(client: ListedClient, onStart: () => void) {
    setAsking(null)
    invitationExplained()
    if (!isUnderWay(queryClient, mutationKey, client.uuid)) void start(client, onStart)
  }

  return {
    register,
    stateOf: ({ uuid }: ListedClient): RegistrationState => {
      if (registering.includes(uuid)) return 'busy'
      if (registered.has(uuid)) return 'done'
      return conflicts.has(uuid) ? 'conflict' : undefined
    },
    isBusy: registering.length > 0,
    /** Those who are done have left the list, and may come back to it. */
    forgetDone: () => setRegistered((done.current = new Set())),
    question: asking && (
      <Suspense>
        <RegisterDialog
          client={asking.client}
          onConfirm={() => confirm(asking.client, asking.onStart)}
          onClose={() => setAsking(null)}
        />
      </Suspense>
    ),
  }
}
