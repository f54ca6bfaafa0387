import { setTimeout as delay } from 'node:timers/promises'
import { kill, startServer } from './server-process.ts'
import { PRACTICE, type Place, addClients, envOf, signIn } from './clinic.ts'
import { damageAt } from './damage.ts'
import { type Ledger, registerAll } from './ledger.ts'

/** Resolves when the server is to be killed. */
type Moment = (round: { acknowledged(): number; isOver(): boolean }) => Promise<void>

export interface CrashOptions {
  place: Place
  ledger: Ledger
  clients: number
  /** When to kill the server, once per round. */
  moments: Iterable<Moment>
  /** Other work on the server until it is killed. */
  beside?: (base: string, isOver: () => boolean) => Promise<void>
  /** Repeats calls of the other work that got no response. Called after each restart. */
  repeat?: (base: string) => Promise<void>
  prepare?: () => Promise<void>
}

/** Kills a server during registrations, restarts it and checks its data, once for each moment. */
export async function* crashRounds({
  place,
  ledger,
  clients,
  moments,
  beside = async () => {},
  repeat = async () => {},
  prepare = async () => {},
}: CrashOptions) {
  await prepare()
  let server = await startServer(envOf(place))
  try {
    for (const moment of moments) {
      // Each round signs in, because a session ends before a long run.
      const token = await signIn(server.url)
      const before = ledger.acknowledged.size
      const waiting = await addClients(place, clients)
      const registering = { base: server.url, token, practiceId: PRACTICE, ledger }
      let isOver = false
      let isKilled = false
      const ended = registerAll({ ...registering, waiting }).finally(() => (isOver = true))
      const others = beside(server.url, () => isKilled)
      await moment({ acknowledged: () => ledger.acknowledged.size - before, isOver: () => isOver })
      await kill(server.child)
      isKilled = true
      await Promise.all([ended, others])
      const acknowledged = ledger.acknowledged.size - before
      const open = [...ledger.requested].filter((client) => !ledger.acknowledged.has(client))

      await prepare()
      server = await startServer(envOf(place))
      const damage = await damageAt(place, ledger.acknowledged)
      // A repeated call must not take effect twice.
      await registerAll({ ...registering, base: server.url, waiting: open.slice() })
      await repeat(server.url)
      const later = await damageAt(place, ledger.acknowledged)
      const rejected = open.filter((client) => !ledger.acknowledged.has(client))
      yield {
        acknowledged,
        unanswered: open.length,
        restartMs: server.startMs,
        lost: [...damage.lost, ...later.lost],
        torn: [...damage.torn, ...later.torn, ...rejected.map((client) => `${client} cannot be requested for again`)],
      }
    }
  } finally {
    await kill(server.child)
  }
}

export const afterAcknowledged =
  (count: number): Moment =>
  async ({ acknowledged, isOver }) => {
    while (acknowledged() < count && !isOver()) await delay(1)
  }
