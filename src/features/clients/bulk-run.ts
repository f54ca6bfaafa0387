import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { deleteClient, registerClient, setClientLocked } from '#src/api/client-mutations.ts'
import { inviteAgain } from '#src/api/invitations.ts'
import { type ClientListItem, getClient } from '#src/api/clients.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { readToken } from '#src/lib/token.ts'

export type BulkAction = 'register' | 'invite' | 'lock' | 'unlock' | 'delete'

export interface BulkFailure {
  client: ClientListItem
  /** Null: left out, for there is no address to send the invitation to. */
  error: CallError | null
}

export interface BulkState {
  action: BulkAction
  total: number
  /** Who it has been done for. */
  done: ReadonlySet<string>
  failures: readonly BulkFailure[]
  /** `waiting`: the server asked for a while of rest. */
  phase: 'running' | 'paused' | 'waiting' | 'ended'
  stopped: boolean
}

/** Failed calls; a client without an e-mail address was never called for. */
export const failedOf = ({ failures }: BulkState) => failures.filter(({ error }) => error !== null)

export interface BulkRun {
  pause(): void
  resume(): void
  /** Nothing new starts; what is under way is not broken off, so that it is known what became of it. */
  stop(): void
  /** False when the session ended meanwhile: then there is nothing to report. */
  ended: Promise<boolean>
}

const AT_ONCE = 3

/** `invites`: registering sends a mail. */
export const isLeftOut = (action: BulkAction, { email }: ClientListItem, invites: boolean) =>
  action === 'register' && invites && email === null

interface BulkAsked {
  action: BulkAction
  clients: readonly ClientListItem[]
  practiceId: string
  /** Registering sends a mail. */
  invites: boolean
}

/**
 * Does the same to many clients. Each is done once: what fails is told, never tried again by itself. The lists are not touched
 * meanwhile, for rows that disappear would shift the pages; the caller refetches them at the end.
 */
export function startBulk(
  { action, clients, practiceId, invites }: BulkAsked,
  onChange: (state: BulkState) => void,
): BulkRun {
  const semaphore = createSemaphore(AT_ONCE)
  const leftOut = clients.filter((client) => isLeftOut(action, client, invites))
  const called = clients.filter((client) => !isLeftOut(action, client, invites))
  // Grown in place: copied for each of many thousands they would cost more than the calls.
  const done = new Set<string>()
  const failures: BulkFailure[] = leftOut.map((client) => ({ client, error: null }))
  let waits = 0
  let state: BulkState = {
    action,
    total: called.length,
    done,
    failures,
    phase: 'running',
    stopped: false,
  }

  function change(next: Partial<BulkState>) {
    state = { ...state, ...next }
    onChange(state)
  }

  function resume() {
    waits += 1
    if (state.phase !== 'ended') change({ phase: 'running' })
    semaphore.resume()
  }

  function stop() {
    change({ stopped: true })
    semaphore.stop()
  }

  /** The server said how long it wants to be left alone. */
  function rest(seconds: number) {
    semaphore.pause()
    if (state.phase === 'paused') return
    change({ phase: 'waiting' })
    const mine = (waits += 1)
    pause(seconds * 1000).then(
      () => mine === waits && state.phase === 'waiting' && resume(),
      () => {},
    )
  }

  async function attempt(client: ClientListItem) {
    try {
      await call(action, client, practiceId)
    } catch (error) {
      // As long as its place is taken, or the next one would start before the rest does.
      if (error instanceof CallError && error.retryAfter) rest(error.retryAfter)
      throw error
    }
  }

  async function one(client: ClientListItem) {
    try {
      await semaphore.run(() => attempt(client))
      done.add(client.uuid)
      change({})
    } catch (error) {
      // By a person or by the end of the session, which a 401 is as well.
      if (!(error instanceof CallError)) return
      if (error.status === 401) return stop()
      failures.push({ client, error })
      change({})
      return
    }
    // As after a single registration (spec §4), before those who still wait for their own.
    if (action === 'register') await fetchLater(client.uuid)
  }

  async function fetchLater(clientId: string) {
    try {
      await pause(CLIENT_FETCH_DELAY_MS)
      await semaphore.run(() => getClient(clientId), { first: true })
    } catch (error) {
      // It was told; the lists that are fetched at the end say the rest.
      if (!(error instanceof CallError) && !(error instanceof CancelledError)) throw error
    }
  }

  async function all(): Promise<boolean> {
    onChange(state)
    await Promise.all(called.map(one))
    if (readToken() === null) return false
    change({ phase: 'ended' })
    return true
  }

  return {
    pause() {
      change({ phase: 'paused' })
      semaphore.pause()
    },
    resume,
    stop,
    ended: all(),
  }
}

function call(action: BulkAction, { uuid }: ClientListItem, practiceId: string): Promise<unknown> {
  // The list of failures tells, not a message for each.
  const silent = { silent: true }
  if (action === 'register') return registerClient(practiceId, uuid, silent)
  if (action === 'invite') return inviteAgain(uuid, silent)
  if (action === 'delete') return deleteClient(uuid, silent)
  return setClientLocked(uuid, action === 'lock', silent)
}
