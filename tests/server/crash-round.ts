import { setTimeout as delay } from 'node:timers/promises'
import { type ReadyServer, kill, startServer } from './child-server.ts'
import { PRACTICE, type Place, addClients, envOf, signIn } from './clinic.ts'
import { type Damage, damageAt } from './damage.ts'
import { type Ledger, registerAll } from './ledger.ts'

export interface CrashRound extends Damage {
  acknowledged: number
  /** Calls that never got an answer. */
  unanswered: number
  restartMs: number
}

export interface CrashOptions {
  place: Place
  ledger: Ledger
  /** So many clients more are there to be registered. */
  clients: number
  /** Resolves when the server is to be killed; `acknowledged` says how many this round has. */
  moment: (acknowledged: () => number) => Promise<void>
}

/** Kills a server in the middle of registrations, starts it again and looks what is there. */
export async function crashRound({ place, ledger, clients, moment }: CrashOptions): Promise<CrashRound> {
  const before = ledger.acknowledged.size
  const first = await startServer(envOf(place))
  let waiting: string[]
  let token: string
  try {
    waiting = await addClients(place, clients)
    token = await signIn(first.base)
    const registering = registerAll({ base: first.base, token, practiceId: PRACTICE, waiting, ledger })
    await Promise.race([moment(() => ledger.acknowledged.size - before), registering])
    await kill(first.child)
    await registering
  } finally {
    await kill(first.child)
  }
  const acknowledged = ledger.acknowledged.size - before
  const open = [...ledger.asked].filter((client) => !ledger.acknowledged.has(client))

  await using again = await startServer(envOf(place))
  const damage = await damageAt(place, ledger.acknowledged)
  const afterwards = await retry(again, { place, ledger, token, open })
  return {
    acknowledged,
    unanswered: open.length,
    restartMs: again.startMs,
    lost: [...damage.lost, ...afterwards.lost],
    torn: [...damage.torn, ...afterwards.torn],
  }
}

/** Whoever got no answer asks again, with the token from before, and nothing happens twice. */
async function retry(
  { base }: ReadyServer,
  { place, ledger, token, open }: { place: Place; ledger: Ledger; token: string; open: string[] },
): Promise<Damage> {
  await registerAll({ base, token, practiceId: PRACTICE, waiting: open.slice(), ledger })
  const { lost, torn } = await damageAt(place, ledger.acknowledged)
  const refused = open.filter((client) => !ledger.acknowledged.has(client))
  return { lost, torn: [...torn, ...refused.map((client) => `${client} cannot be asked for again`)] }
}

export const afterAcknowledged = (count: number) => async (acknowledged: () => number) => {
  while (acknowledged() < count) await delay(1)
}
