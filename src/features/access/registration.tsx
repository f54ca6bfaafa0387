import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { registrationMutations, isEmailTaken } from '#src/api/registrations.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { invitationExplained, portalState } from '#src/lib/store.ts'
import { clientName } from '#src/features/clients/client-name.tsx'
import { removedByOther, useClientMutation } from './client-mutation.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

const RegistrationDialog = createLazyModule(async () => (await import('./registration-dialog.tsx')).RegistrationDialog)

/** State of a registration; `conflict`: another client of the practice uses the e-mail address. */
export type RegistrationState = 'busy' | 'done' | 'conflict' | undefined

/**
 * Registers clients of a list one by one. If that sends a mail, the first registration of a session asks, and so does that of a
 * locked client, because it lifts the lock; elsewhere one press is enough. `now` is the content of the list under the `key`
 * of its search; the list shows `shown`.
 */
export function useRegistration<T>(practiceId: string, now: T, key: string) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const invites = useCan('invitations')
  const { mutateAsync, isBusy, isAnyBusy, isUnderWay } = useClientMutation(
    registrationMutations.register(queryClient, practiceId),
  )
  const remove = useMutation(registrationMutations.remove(queryClient, practiceId))
  const [confirming, setConfirming] = useState<ListedClient | null>(null)
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>(new Set())
  // Read by a press that may come before the next render.
  const done = useRef<ReadonlySet<string>>(new Set())
  const [registered, setRegistered] = useState<ReadonlySet<string>>(new Set())
  const { list, shown, freeze } = useFrozenWhilePressed(now, key, isAnyBusy, () => {
    // Registered clients have left the list, and may come back to it.
    done.current = new Set()
    setRegistered(done.current)
  })

  function register(client: ListedClient) {
    if (isUnderWay(client.uuid) || done.current.has(client.uuid)) return
    if (invites && (client.locked || !portalState().knowsOfInvitation)) {
      void RegistrationDialog.openAfterImport(() => setConfirming(client))
    } else void start(client)
  }

  async function start(client: ListedClient) {
    const { uuid } = client
    freeze()
    const name = clientName(client, intl)
    try {
      await mutateAsync(client)
      setRegistered((done.current = new Set(done.current).add(uuid)))
      const values = { name, mail: invites ? 'sent' : 'none' }
      showMessage('success', 'admin.clients.registeredDone', values, { undo: () => void takeBack(uuid, name) })
      const { showDeferredMails } = await import('#src/features/show-deferred-mails.ts')
      void showDeferredMails(queryClient, practiceId)
    } catch (error) {
      if (isEmailTaken(error)) setConflicts((known) => new Set(known).add(uuid))
      showFailure(
        error,
        {
          conflict: { id: 'admin.clients.conflictName', values: { name } },
          'not-found': { id: 'admin.clients.unknown', values: { name } },
          'email-missing': { id: 'admin.clients.noEmailHint' },
        },
        // If the device is online, the registration may have succeeded although its response was lost; the lists show the result.
        navigator.onLine ? undefined : { id: 'admin.clients.undone.registered', values: { name } },
      )
    }
  }

  async function takeBack(clientId: string, name: string) {
    try {
      await remove.mutateAsync(clientId)
      showMessage('success', 'admin.clients.deletedDone', { name })
    } catch (error) {
      showFailure(error, removedByOther(name), { id: 'admin.clients.undone.deleted', values: { name } })
    }
  }

  function confirm(client: ListedClient) {
    setConfirming(null)
    invitationExplained()
    if (!isUnderWay(client.uuid)) void start(client)
  }

  return {
    /** Ref of the element around the rows. */
    list,
    shown,
    register,
    stateOf: ({ uuid }: ListedClient): RegistrationState => {
      if (isBusy(uuid)) return 'busy'
      if (registered.has(uuid)) return 'done'
      return conflicts.has(uuid) ? 'conflict' : undefined
    },
    question: confirming && (
      <RegistrationDialog
        client={confirming}
        onConfirm={() => confirm(confirming)}
        onClose={() => setConfirming(null)}
      />
    ),
  }
}

/**
 * Freezes what a list shows from a press in it until pointer and focus have left it, so that nothing else comes under the pointer.
 * `now` is the current content, under a `key` that changes with the search. The list stays frozen while `isBusy`.
 */
function useFrozenWhilePressed<T>(now: T, key: string, isBusy: boolean, onRelease: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const [frozen, setFrozen] = useState<{ key: string; shown: T } | null>(null)
  const isFrozen = frozen !== null && frozen.key === key

  const moved = (event: Event) => {
    const isInside = event.target instanceof Node && list.current?.contains(event.target)
    // A touch that scrolls begins with a press.
    const isScrolling = event instanceof PointerEvent && event.type === 'pointermove' && event.pointerType === 'touch'
    if (isInside || isBusy || isScrolling) return
    setFrozen(null)
    onRelease()
  }
  useWindowEvent('pointermove pointerdown focusin', moved, frozen !== null)

  return {
    list,
    shown: isFrozen ? frozen.shown : now,
    freeze: () => setFrozen(isFrozen ? frozen : { key, shown: now }),
  }
}
