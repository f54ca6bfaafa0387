import { setTimeout as delay } from 'node:timers/promises'

export interface Ledger {
  /** Clients whose registration was asked for, answered or not. */
  asked: Set<string>
  /** Those the server said are registered: from then on it may not forget them, whatever happens. */
  acknowledged: Set<string>
  /** How many times the server refused for a while. */
  refusals: number
  slowestRefusalMs: number
  /** Answers that should never be given. */
  wrong: string[]
}

export const emptyLedger = (): Ledger => ({
  asked: new Set(),
  acknowledged: new Set(),
  refusals: 0,
  slowestRefusalMs: 0,
  wrong: [],
})

export interface Registering {
  /** Of a server, or of the one of several whose turn it is. */
  base: string | (() => string)
  token: string
  practiceId: string
  /** The clients still to be registered; they are taken off its end. */
  waiting: string[]
  ledger: Ledger
  /** Ends the callers; without it they end with the clients or with the server. */
  until?: AbortSignal
}

const CALLERS = 8
const AGAIN_MS = 10

/** Registers clients from several callers at once, who keep book of what the server answered. */
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
      // The server is gone, and with it the only one.
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

/** One registration, with its answer read to the end: until then nothing is promised. */
async function register({ base, token, practiceId }: Registering, client: string) {
  const answer = await fetch(
    `${typeof base === 'string' ? base : base()}/api/practice/${practiceId}/clients?clientUuid=${client}`,
    {
      method: 'POST',
      headers: { authorization: token },
    },
  )
  const { uuid, code } = (await answer.json()) as { uuid?: string; code?: string }
  return { status: answer.status, uuid, code, retryAfter: answer.headers.get('retry-after') }
}
