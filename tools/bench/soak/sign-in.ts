import { setTimeout as delay } from 'node:timers/promises'
import * as paths from '#contract/paths.ts'
import { createPasswords } from '#server/node/passwords.ts'
import { account } from '#harness/builders.ts'
import { type ReadyServer, logOf, startServer } from '#harness/server-process.ts'
import { type Place, envOf, withDatabaseOf, makeClinic } from '#harness/clinic.ts'
import { mannWhitney, median } from '../statistics.ts'
import { jsonOf } from '../sign-in.ts'
import { NOT_MEASURED, type Row, atMost, ms } from '../table.ts'
import { unexpected } from './crowd.ts'
import { together } from './places.ts'
import { type Bounds, type Soaked, none, progress, slowest } from './report.ts'

const OWNER = 'owner@proef.example'
const NOBODY = 'nobody@proef.example'
const PASSWORD = 'Welkom#2026'

const SAMPLES = 200
const WARM_UP = 20
const APART = 0.1
const CHANCE = 0.01
/** Pause between two calls, so that work after a response does not delay the next call. */
const REST_MS = 100

const GUESSES = 10_000
const CONNECTIONS = 20
const CHECKS_AN_HOUR = 40
const OWNER_EVERY = 500
const OWNER_MS = 5000

type Attempt = (username: string, index: number) => Promise<Response>

/** Measures whether guessing reveals which accounts exist or which passwords they have. */
export async function soakSignIn(place: Place, bounds: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const hash = await createPasswords().hash(PASSWORD)
  await withDatabaseOf(place, (db) => account(db, OWNER, { password_hash: hash }))
  const timed = await soakTimes(place, bounds)
  const guessed = await soakGuesses(place, bounds)
  return together(timed, guessed)
}

/** Compares response times without login limits, which are equal for all accounts and would stop the measurement. */
async function soakTimes(place: Place, bounds: Bounds): Promise<Soaked> {
  const most = '1000000'
  await using server = await startServer({
    ...envOf(place),
    TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_LOGIN_FAILURES: most,
    LIMIT_LOGIN_ADDRESS_FAILURES: most,
    LIMIT_FORGOT_PER_MAIL: most,
    LIMIT_FORGOT_PER_ADDRESS: most,
  })
  const api = `${server.url}/api`
  const from = (index: number) => ({ 'x-forwarded-for': `198.51.${100 + (index >> 8)}.${index & 255}` })
  const login: Attempt = (username, index) =>
    fetch(`${api}/${paths.authenticate}`, jsonOf({ username, password: `guess ${index}` }, from(index)))
  const forgot: Attempt = (email, index) =>
    fetch(`${api}/${paths.forgotPassword}?email=${encodeURIComponent(email)}`, { method: 'POST', headers: from(index) })
  const logins = await compare('wrong password or unknown user', login, bounds, APART)
  // The medians have no limit, because a response of 1–2 ms varies with the machine. Only the Mann-Whitney test decides.
  const forgots = await compare('forgotten password, known or unknown', forgot, bounds)
  return together(logins, forgots)
}

async function compare(what: string, attempt: Attempt, { isOver }: Bounds, most?: number): Promise<Soaked> {
  const times: Record<string, number[]> = { [OWNER]: [], [NOBODY]: [] }
  const responses: Record<string, Set<string>> = { [OWNER]: new Set(), [NOBODY]: new Set() }
  for (let index = 0; index < WARM_UP + SAMPLES && !isOver(); index += 1) {
    // The order is random, so that neither account always comes second.
    for (const username of Math.random() < 0.5 ? [OWNER, NOBODY] : [NOBODY, OWNER]) {
      const start = performance.now()
      const response = await attempt(username, index)
      const body = await response.text()
      const passed = performance.now() - start
      if (index >= WARM_UP) times[username]!.push(passed)
      responses[username]!.add(`${response.status} ${body.replace(/"instance":"[^"]*"/, '')}`)
      await delay(REST_MS)
    }
    progress(what, index + 1, WARM_UP + SAMPLES)
  }
  const [known, unknown] = [times[OWNER]!, times[NOBODY]!]
  if (known.length === 0) return { rows: [{ what, measured: NOT_MEASURED }], found: [] }
  const [one, other] = [median(known), median(unknown)]
  const apart = Math.abs(one - other) / Math.min(one, other)
  const chance = mannWhitney(known, unknown)
  const all = new Set([...responses[OWNER]!, ...responses[NOBODY]!])
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const row = (tells: string, measured: string, limit: string, ok: boolean, note = ''): Row => {
    return { what: `${what}: ${tells}`, measured, limit, ok, note }
  }
  return {
    rows: [
      row('different answers', String(all.size), '1', all.size === 1),
      {
        what: `${what}: medians apart`,
        measured: percent(apart),
        ...(most !== undefined && { limit: `< ${percent(most)}`, ok: apart < most }),
        note: `${ms(one)} and ${ms(other)}`,
      },
      row('p of Mann-Whitney', chance.toFixed(3), `> ${CHANCE}`, chance > CHANCE, `${known.length} of each`),
    ],
    found: all.size === 1 ? [] : [...all].map((response) => `${what}: ${response}`),
  }
}

/** Guesses a password with the default limits, while the owner signs in from a known device. */
async function soakGuesses(place: Place, { isOver }: Bounds): Promise<Soaked> {
  const what = `${GUESSES} guesses over ${CONNECTIONS} connections`
  await using server = await startServer(envOf(place))
  const url = `${server.url}/api/${paths.authenticate}`
  const signIn = (cookie?: string) =>
    fetch(url, jsonOf({ username: OWNER, password: PASSWORD }, cookie ? { cookie } : {}))
  const cookie = (await signIn()).headers.getSetCookie().find((each) => each.startsWith('PORTAL-DEVICE='))
  if (cookie === undefined) throw new Error('No device cookie at signing in')

  const start = performance.now()
  const statuses: Record<string, number> = {}
  const ownTimes: number[] = []
  let own = 0
  let kept = 0
  let next = 0
  const guess = async () => {
    while (next < GUESSES && !isOver()) {
      next += 1
      if (next % OWNER_EVERY === 0) {
        const startedAt = performance.now()
        const response = await signIn(cookie.split(';')[0])
        await response.body?.cancel()
        ownTimes.push(performance.now() - startedAt)
        own += 1
        if (response.status !== 200) kept += 1
      }
      const response = await fetch(url, jsonOf({ username: OWNER, password: `guess ${next}` }))
      await response.body?.cancel()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (next % 1000 === 0) progress(what, next, GUESSES)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, guess))
  const seconds = (performance.now() - start) / 1000
  const checks = checksOf(server)
  const { row, found } = unexpected(what, 'answers that should not be', statuses, ['401', '429'])
  return {
    rows: [
      {
        ...atMost(`${what}: passwords looked at`, checks || Number.NaN, CHECKS_AN_HOUR, String),
        note: `by the log; in ${seconds.toFixed(1)} s, ${Math.round(next / seconds)} guesses a second`,
      },
      row,
      none(`${what}: times that the owner was kept out of their browser`, kept),
      { ...slowest(`${what}: the owner signing in`, ownTimes, OWNER_MS), note: `${own} times` },
    ],
    found,
  }
}

/** Counts the checked passwords in the log: only a wrong password gives status 401 on this route. */
const checksOf = (server: ReadyServer) =>
  logOf(server).filter(
    ({ event, route, status }) => event === 'request' && route === `/api/${paths.authenticate}` && status === 401,
  ).length
