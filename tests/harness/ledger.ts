import { setTimeout as delay } from 'node:timers/promises'

export type Ledger = ReturnType<typeof emptyLedger>

export const emptyLedger = () => ({
  /** Clients whose registration was asked for, with or without a response. */
  asked: new Set<string>(),
  /** Clients that the server said are registered, and must not forget. */
  acknowledged: new Set<string>(),
  /** Number of 503 responses. */
  refusals: 0,
  slowestRefusalMs: 0,
  /** Responses that the server should never give. */
  wrong: [] as string[],
})

interface Registering {
  /** URL of a server, or a function that returns that of the next server. */
  base: string | (() => string)
  token: string
  practiceId: string
  /** Clients to register, from the end. */
  waiting: string[]
  ledger: Ledger
  /** Ends the callers; without it they end with the clients or with the server. */
  until?: AbortSignal
}

const CALLERS = 8
const AGAIN_MS = 10

/** Registers clients from several callers at once, which record the responses. */
export async function registerAll(work: Registering): Promise<void> {
  await Promise.all(Array.from({ length: CALLERS }, () => call(work)))
}

async function call(work: Registering): Promise<void> {
  const { waiting, ledger } = work
  const isOver = () => work.until?.aborted ?? false
  for (let client = waiting.pop(); client !== undefined && !isOver(); client = waiting.pop()) {
    ledger.asked.add(client)
    const start = performance.now()
    const answer = await register(work, client).catch(() => undefined)
    if (!answer) {
      // Without another server there is nothing left to call.
      if (typeof work.base === 'string') return
      waiting.unshift(client)
      await delay(AGAIN_MS)
    } else if (answer.status === 201 || answer.status === 200) {
      if (answer.uuid !== client) ledger.wrong.push(`${answer.status} with another client`)
      ledger.acknowledged.add(client)
    } else if (answer.status === 503 && answer.retryAfter) {
      ledger.refusals += 1
      ledger.slowestRefusalMs = Math.max(ledger.slowestRefusalMs, performance.now() - start)
      waiting.unshift(client)
      await delay(AGAIN_MS)
    } else ledger.wrong.push(`${answer.status} ${answer.code}`)
  }
}

/** Registers a client, and reads the whole response, because only that is a promise. */
async function register({ base, token, practiceId }: Registering, client: string) {
  const url = `${typeof base === 'string' ? base : base()}/api/practice/${practiceId}/clients?clientUuid=${client}`
  const answer = await fetch(url, { method: 'POST', headers: { authorization: token } })
  const { uuid, code } = (await answer.json()) as { uuid?: string; code?: string }
  return { status: answer.status, uuid, code, retryAfter: answer.headers.get('retry-after') }
}
