import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { deleteClient, registerClient } from '#src/api/registrations.ts'
import { setClientLocked, inviteAgain } from '#src/api/client-mutations.ts'
import { type ClientListItem, getClient } from '#src/api/clients.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { pause } from '#src/lib/cancellation.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { readToken } from '#src/lib/token.ts'

export type BulkAction = 'register' | 'invite' | 'inviteAgain' | 'lock' | 'unlock' | 'delete'

/** Why a registration skips a client: no e-mail address for the invitation, or a lock that it would lift. */
export type Skipped = 'no-email' | 'locked'

export interface BulkFailure {
  client: ClientListItem
  reason: CallError | Skipped
}

export interface BulkState {
  action: BulkAction
  total: number
  /** Ids of the clients that are done. */
  done: ReadonlySet<string>
  failures: readonly BulkFailure[]
  /** `waiting`: until the time of a `Retry-After` is over. */
  phase: 'running' | 'paused' | 'waiting' | 'ended'
  stopped: boolean
}

export function outcomeOf({ done, failures }: BulkState) {
  const skipped = (why: Skipped) => failures.filter(({ reason }) => reason === why).length
  const [noEmail, locked] = [skipped('no-email'), skipped('locked')]
  return { count: done.size, failed: failures.length - noEmail - locked, noEmail, locked }
}

/** No response, a rate limit or a server error can be retried; other errors would recur. */
export const isWorthRetrying = ({ reason }: BulkFailure): boolean =>
  typeof reason === 'object' && (reason.status === null || reason.status === 429 || reason.status >= 500)

export interface BulkRun {
  pause(): void
  resume(): void
  /** Starts no further calls; calls in progress are completed, so that their results are known. */
  stop(): void
  /** False when the session ended meanwhile: then there is nothing to report. */
  ended: Promise<boolean>
}

const AT_ONCE = 3

export interface BulkRules {
  /** Registering sends a mail. */
  invites: boolean
  /** Locked clients are registered as well, which lifts their lock. */
  liftsLocks: boolean
}

export function skipped(action: BulkAction, { email, locked }: ClientListItem, rules: BulkRules): Skipped | null {
  if (action !== 'register') return null
  if (rules.invites && email === null) return 'no-email'
  return locked && !rules.liftsLocks ? 'locked' : null
}

interface BulkOptions extends BulkRules {
  action: BulkAction
  clients: readonly ClientListItem[]
  practiceId: string
  /** The run that this one retries; its outcome is included. */
  before?: BulkState | undefined
}

/**
 * Runs one action for many clients. Each is called once; failures are reported, not retried. The cached lists stay unchanged during
 * the run, because rows that disappear would shift the pages; the caller refetches them at the end.
 */
export function startBulk(
  { action, clients, practiceId, before, ...rules }: BulkOptions,
  onChange: (state: BulkState) => void,
): BulkRun {
  const semaphore = createSemaphore(AT_ONCE)
  const called = clients.filter((client) => skipped(action, client, rules) === null)
  const selected = new Set(clients)
  // Mutated in place: a copy for each of thousands of clients would cost more than the calls.
  const done = new Set<string>(before?.done)
  const failures: BulkFailure[] = before?.failures.filter(({ client }) => !selected.has(client)) ?? []
  for (const client of clients) {
    const reason = skipped(action, client, rules)
    if (reason !== null) failures.push({ client, reason })
  }
  let waits = 0
  let state: BulkState = {
    action,
    total: before?.total ?? called.length,
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

  /** Pauses for the time that the server asked for. */
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
      // Pauses before the permit is released; otherwise the next call would start first.
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
      // A call that `stop` has cancelled is not a failure.
      if (!(error instanceof CallError)) return
      // A 401 ends the session, so the run stops.
      if (error.status === 401) return stop()
      failures.push({ client, reason: error.code === 'email-missing' ? 'no-email' : error })
      change({})
      return
    }
    // Fetches the client after a delay, as after a single registration, and before clients that are still waiting.
    if (action === 'register') await fetchLater(client.uuid)
  }

  async function fetchLater(clientId: string) {
    try {
      await pause(CLIENT_FETCH_DELAY_MS)
      await semaphore.run(() => getClient(clientId), { first: true })
    } catch (error) {
      // The failure was shown; the lists that are fetched at the end are complete.
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
  // The list of failures shows them, not a message for each.
  const silent = { silent: true }
  if (action === 'register') return registerClient(practiceId, uuid, silent)
  if (action === 'invite' || action === 'inviteAgain') return inviteAgain(uuid, silent)
  if (action === 'delete') return deleteClient(uuid, silent)
  return setClientLocked(uuid, action === 'lock', silent)
}
