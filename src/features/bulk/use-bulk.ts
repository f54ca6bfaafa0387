import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ClientListItem } from '#src/api/clients.ts'
import { useCan } from '#src/api/capabilities.ts'
import { showDeferredMails } from '#src/features/show-deferred-mails.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { clientListsKey } from '#src/api/scope.ts'
import { type BulkAction, type BulkRun, type BulkState, isWorthRetrying, outcomeOf, startBulk } from './run.ts'
import { getAllClients } from '#src/api/all-clients.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'

interface Wanted {
  action: BulkAction
  clients: readonly ClientListItem[]
  liftsLocks?: boolean
  before?: BulkState
}

/** Runs one bulk action at a time. `onEnd` receives the final state. */
export function useBulk(practiceId: string, onEnd: (state: BulkState) => void) {
  const queryClient = useQueryClient()
  const invites = useCan('invitations')
  const [state, setState] = useState<BulkState | null>(null)
  const run = useRef<BulkRun>(null)
  // Leaving the page stops the run. `UnsavedChanges` has asked for confirmation before, unless the session ended.
  useUnmount(() => run.current?.stop())

  async function start({ action, clients, liftsLocks = false, before }: Wanted) {
    let last: BulkState | undefined
    const options = { action, clients, practiceId, invites, liftsLocks, before }
    const started = startBulk(options, (next) => setState((last = next)))
    run.current = started
    if (!(await started.ended) || !last) return
    // Once for the whole run, which makes many calls.
    void queryClient.invalidateQueries({ queryKey: clientListsKey(practiceId) })
    showOutcome(last, invites)
    if (action === 'register' || action === 'invite' || action === 'inviteAgain')
      void showDeferredMails(queryClient, practiceId)
    onEnd(last)
  }

  return {
    state,
    run,
    start: (wanted: Wanted) => void start(wanted),
    /** Retries the failures that are worth it. Lifting locks was confirmed before. */
    retry: (before: BulkState) => {
      const clients = before.failures.filter(isWorthRetrying).map(({ client }) => client)
      void start({ action: before.action, clients, liftsLocks: true, before })
    },
    close: () => setState(null),
  }
}

/** Shows one message for the whole run. */
function showOutcome(state: BulkState, invites: boolean) {
  const { action, total, stopped, failures } = state
  const outcome = outcomeOf(state)
  const { count, failed } = outcome
  if (stopped && failed === 0) showMessage('info', 'admin.bulk.stopped', { count, total })
  else if (failures.length > 0) showMessage(failed > 0 ? 'warning' : 'info', 'admin.bulk.outcome', outcome)
  else if (total > 0) showMessage('success', `admin.bulk.${action}Done`, { count, mail: invites ? 'sent' : 'none' })
}

type WantedClients = Omit<Parameters<typeof getAllClients>[0], 'queryClient' | 'signal' | 'onProgress'>

interface Collecting {
  done: number
  total: number
}

/** Selected clients, across pages and searches. */
export function useSelection() {
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<ReadonlyMap<string, ClientListItem>>(new Map())
  const [collecting, setCollecting] = useState<Collecting | null>(null)
  const controller = useRef<AbortController>(null)
  useUnmount(() => controller.current?.abort())

  function change(clients: readonly ClientListItem[], on: boolean) {
    setSelected((before) => {
      const after = new Map(before)
      for (const client of clients) {
        if (on) after.set(client.uuid, client)
        else after.delete(client.uuid)
      }
      return after
    })
  }

  async function addAll(wanted: WantedClients) {
    const { signal } = (controller.current = new AbortController())
    setCollecting({ done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => setCollecting({ done, total })
      change(await getAllClients({ ...wanted, queryClient, signal, onProgress }), true)
    } catch (error) {
      reportUnforeseen(error)
    } finally {
      setCollecting(null)
    }
  }

  return {
    selected,
    collecting,
    change,
    clear: () => setSelected(new Map()),
    addAll: (wanted: WantedClients) => void addAll(wanted),
    cancel: () => controller.current?.abort(),
    /** Deselects the clients whose action is done. */
    drop: (done: ReadonlySet<string>) =>
      setSelected((before) => new Map([...before].filter(([clientId]) => !done.has(clientId)))),
  }
}
