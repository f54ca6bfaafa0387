import { setTimeout as delay } from 'node:timers/promises'
import { type Place, envOf, makeClinic } from '#harness/clinic.ts'
import { Conversations } from '#harness/conversations.ts'
import { mailServer } from '#harness/mail-server.ts'
import { kill, startServer } from '#harness/server-process.ts'
import { deliverAll } from './cluster.ts'
import { startServers } from './places.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

const WHAT = 'conversations on three servers'
const SERVERS = 3
const CALLERS = 4
const OWNERS_PER_ROUND = 6
const MOMENTS_MS = 1000
const DOWN_MS = 200
const RESTART_MS = 10_000

/** Owners and a practice talk in requests, while three servers on one PostgreSQL are killed one after the other. */
export async function soakConversations(place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  await using mails = await mailServer()
  const unlimited = { LIMIT_LOGIN_ADDRESS_FAILURES: '1000000', LIMIT_PRACTICE_MAILS_PER_DAY: '1000000' }
  const env = { ...envOf(place), ...unlimited, SMTP_URL: `smtp://127.0.0.1:${mails.port}` }
  await using three = await startServers(SERVERS, env)
  const { servers, next } = three
  const work = new Conversations({ place, mails, base: next })
  await work.prepare(rounds * OWNERS_PER_ROUND)
  const kills: number[] = []
  const restarts: number[] = []
  const restart = async (victim: number) => {
    await delay(DOWN_MS)
    const server = await startServer(env)
    servers[victim] = server
    restarts.push(server.startMs)
  }
  let isDone = false
  const callers = Array.from({ length: CALLERS }, () => work.talk(() => isDone))
  const talking = Promise.all(callers)
  // A failure is thrown after the rounds.
  talking.catch(() => {})
  try {
    let restarting = Promise.resolve()
    for (let round = 0; round < rounds && !isOver(); round += 1) {
      await delay(Math.random() * MOMENTS_MS)
      const victim = round % SERVERS
      await kill(servers[victim]!.child)
      kills.push(performance.now())
      // The next server may be killed before this one has started, but one server always runs.
      const former = restarting
      restarting = restart(victim)
      // Awaited in the next round, or below.
      restarting.catch(() => {})
      await former
      progress(WHAT, round + 1, rounds)
    }
    await restarting
  } finally {
    isDone = true
    await talking
  }
  const waiting = await deliverAll({ servers, env, place })
  const damaged = await work.findDamage(kills)
  const { conversations, messages, byKey, photos, repeats, mails: sent, resent } = work.counts
  return {
    rows: counted(
      `${WHAT}: kills`,
      kills.length,
      `${conversations} conversations, ${messages} messages, ${byKey} of them by key, ${photos} photos, ${repeats} repeated calls`,
      [
        none(`${WHAT}: messages, photos, badges and mails that are lost, doubled or wrong`, damaged.length),
        none(`${WHAT}: answers that should not be`, work.wrong.length),
        {
          ...none(`${WHAT}: mails that were not delivered`, waiting.size),
          note: `${sent} mails, ${resent} of them again after a kill`,
        },
        slowest(`${WHAT}: restart to the first answer`, restarts, RESTART_MS),
      ],
    ),
    found: [...work.wrong, ...damaged].map((damage) => `${WHAT}: ${damage}`),
  }
}
