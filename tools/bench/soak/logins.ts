import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import * as paths from '#contract/paths.ts'
import { createPasswords } from '#server/node/passwords.ts'
import { account } from '#harness/builders.ts'
import { type Place, withDatabaseOf } from '#harness/clinic.ts'
import { freePort } from '#harness/free-port.ts'
import { PASSWORD } from '../databases.ts'
import { PORTAL } from '#harness/server-process.ts'
import { ms } from '../table.ts'
import type { Look } from '../turns-probe.ts'
import { crowd, joined, notServed, startWatched, unexpected } from './crowd.ts'
import { type Bounds, type Soaked, less, none } from './report.ts'

const A_SECOND = 500
const READERS = 50
const READERS_MS = 1000
const TURN_MS = 100
const PEOPLE = 200
const TICK_MS = 20
const EXPECTED = ['200', '401', '429', '503']

/** Sends many sign-ins per second, half of them valid. Each has its own IP address, so that no address is throttled. */
export async function soakLogins(place: Place, engine: string, { seconds, isOver }: Bounds): Promise<Soaked> {
  const what = `${A_SECOND} logins a second on ${engine}`
  const probe = `http://127.0.0.1:${await freePort()}`
  await using watched = await startWatched(place, {
    args: ['--import', new URL('../turns-probe.ts', import.meta.url).href, ...PORTAL.args],
    env: { TRUSTED_PROXIES: '127.0.0.1', PROBE_PORT: new URL(probe).port },
  })
  const hash = await createPasswords().hash(PASSWORD)
  await withDatabaseOf(place, async (db) => {
    for (let index = 0; index < PEOPLE; index += 1) await account(db, personOf(index), { password_hash: hash })
  })
  const url = `${watched.server.url}/api/${paths.authenticate}`
  const login = sender(url)
  await crowd(watched, READERS, 2)

  await fetch(probe)
  const from = Date.now()
  const reading = crowd(watched, READERS, seconds)
  const statuses: Record<string, number> = {}
  const responses: Promise<void>[] = []
  let withoutRetryAfter = 0
  let slowest = 0
  const record = async (response: ReturnType<typeof login>, startedAt: number) => {
    const { status, retryAfter } = await response
    statuses[status] = (statuses[status] ?? 0) + 1
    slowest = Math.max(slowest, performance.now() - startedAt)
    if ((status === '429' || status === '503') && !retryAfter) withoutRetryAfter += 1
  }
  for (let sent = 0; Date.now() < from + seconds * 1000 && !isOver();) {
    const due = ((Date.now() - from) / 1000) * A_SECOND
    for (; sent < due; sent += 1) {
      const startedAt = performance.now()
      responses.push(record(login(sent), startedAt))
    }
    await delay(TICK_MS)
  }
  await Promise.all(responses)
  const readers = await reading
  const { turnMs } = (await (await fetch(probe)).json()) as Look
  const { row, found } = unexpected(what, 'answers that should not be', statuses, EXPECTED)
  return {
    rows: [
      {
        ...less(`${what}: p99 of ${READERS} readers`, readers.p99Ms, READERS_MS, ms),
        note: `${joined(readers.statuses)}, slowest ${ms(readers.slowestMs)}`,
      },
      none(`${what}: readers who got no list`, notServed(readers)),
      { ...row, note: `${row.note}, slowest ${ms(slowest)}` },
      none(`${what}: refusals that do not say when to come back`, withoutRetryAfter),
      less(`${what}: longest turn of the event loop`, turnMs, TURN_MS, ms),
    ],
    found,
  }
}

const personOf = (index: number) => `person${index}@mail.example`

/** Returns a function that sends a sign-in on a kept-alive or new connection. */
function sender(url: string) {
  const agent = new Agent({ keepAlive: true })
  /** Resolves with undefined if the server closed an idle connection while the request was being sent. */
  const send = (index: number) =>
    new Promise<{ status: string; retryAfter: string | undefined } | undefined>((resolve) => {
      const username = index % 2 === 0 ? personOf((index / 2) % PEOPLE) : `nobody${index}@mail.example`
      const body = JSON.stringify({ username, password: PASSWORD })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      }
      const asking = request(url, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          resolve({ status: String(response.statusCode), retryAfter: response.headers['retry-after'] }),
        )
      })
      asking.on('error', (error) => {
        const isStale = asking.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        resolve(isStale ? undefined : { status: error.message, retryAfter: undefined })
      })
      asking.end(body)
    })
  return async (index: number) => {
    for (;;) {
      const response = await send(index)
      if (response) return response
    }
  }
}
