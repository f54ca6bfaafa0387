import { setTimeout as delay } from 'node:timers/promises'

export type Ledger = ReturnType<typeof emptyLedger>

export const emptyLedger = () => ({
  /** Clients whose registration was requested, with or without a response. */
  requested: new Set<string>(),
  /** Clients whose registration the server has confirmed and must not lose. */
  acknowledged: new Set<string>(),
  /** Number of 503 responses. */
  unavailable: 0,
  slowestUnavailableMs: 0,
  wrong: [] as string[],
})

interface Registering {
  /** URL of a server, or a function that returns the URL of the next server. */
  base: string | (() => string)
  token: string
  practiceId: string
  waiting: string[]
  ledger: Ledger
  /** Stops the callers. Without a signal, they stop when no clients are left or the server does not respond. */
  until?: AbortSignal
}

const CALLERS = 8
const AGAIN_MS = 10

/** Registers clients with concurrent callers, and records the responses in the ledger. */
export async function registerAll(work: Registering): Promise<void> {
  await Promise.all(Array.from({ length: CALLERS }, () => call(work)))
}

async function call(work: Registering): Promise<void> {
  const { waiting, ledger } = work
  const isOver = () => work.until?.aborted ?? false
  for (let client = waiting.pop(); client !== undefined && !isOver(); client = waiting.pop()) {
    ledger.requested.add(client)
    const start = performance.now()
    const response = await register(work, client).catch(() => undefined)
    if (!response) {
      // No other server is left to call.
      if (typeof work.base === 'string') return
      waiting.unshift(client)
      await delay(AGAIN_MS)
    } else if (response.status === 201 || response.status === 200) {
      if (response.uuid !== client) ledger.wrong.push(`${response.status} with another client`)
      ledger.acknowledged.add(client)
    } else if (response.status === 503 && response.retryAfter) {
      ledger.unavailable += 1
      ledger.slowestUnavailableMs = Math.max(ledger.slowestUnavailableMs, performance.now() - start)
      waiting.unshift(client)
      await delay(AGAIN_MS)
    } else ledger.wrong.push(`${response.status} ${response.code}`)
  }
}

/** Registers a client. Reads the whole response, because only a complete response confirms the registration. */
async function register({ base, token, practiceId }: Registering, client: string) {
  const url = `${typeof base === 'string' ? base : base()}/api/practice/${practiceId}/clients?clientUuid=${client}`
  const response = await fetch(url, { method: 'POST', headers: { authorization: token } })
  const { uuid, code } = (await response.json()) as { uuid?: string; code?: string }
  return { status: response.status, uuid, code, retryAfter: response.headers.get('retry-after') }
}
