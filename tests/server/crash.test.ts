// @module-tag database
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { PRACTICE, addClients, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { afterAcknowledged, crashRounds } from '#harness/crash-round.ts'
import { damageAt } from '#harness/damage.ts'
import { eachPlace } from '#harness/folders.ts'
import { eachTestServer, engines, onEngines } from '#harness/test-server.ts'
import { createApp } from '#server/app.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import type { Mail } from '#server/ports.ts'
import { emptyLedger, registerAll } from '#harness/ledger.ts'
import { MixedWork } from '#harness/mixed-work.ts'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { type Gate, openGate } from '#harness/tcp-gate.ts'

const ACKNOWLEDGED = 12
const MINUTE_MS = 60_000
const NO_DAMAGE = { lost: [], torn: [] }

onEngines('a server that is killed', (engine) => {
  const place = eachPlace(engine)

  test('neither loses nor duplicates acknowledged work', async () => {
    await makeClinic(place)
    const ledger = emptyLedger()
    const work = new MixedWork(place)
    const { sent, answered, exported } = work.requests
    // The test kills the server once; the soak test repeats this.
    const moment = async (round: Parameters<ReturnType<typeof afterAcknowledged>>[0]) => {
      await afterAcknowledged(ACKNOWLEDGED)(round)
      await expect.poll(() => Math.min(sent.size / 9, answered.size, exported.size)).toBeGreaterThanOrEqual(1)
    }
    const { beside, repeat, prepare } = work
    const options = { place, ledger, clients: 600, moments: [moment], beside, repeat, prepare }
    const rounds = []
    for await (const round of crashRounds(options)) rounds.push(round)
    expect(rounds).toMatchObject([NO_DAMAGE])
    expect(rounds[0]!.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED)
    expect(rounds[0]!.unanswered).toBeGreaterThan(0)
    expect([...ledger.wrong, ...work.requests.wrong]).toEqual([])
    expect(await work.findDamage()).toEqual([])
    expect(await work.afterDay()).toEqual([])
  })
})

onEngines('a server that ends while it sends a mail', (engine) => {
  const testServer = eachTestServer(engine)

  test('lets another server send the mail once after the lease', async () => {
    const { db, ports } = testServer
    await practice(db, 'a')
    const admin = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const clientId = await client(db, 'a', { email: 'jan@mail.example' })
    const [sending, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    ports.mail.send = () => {
      sending.resolve()
      return ended.promise
    }
    expect((await testServer.callAs(admin, 'POST', `practice/a/clients?clientUuid=${clientId}`)).status).toBe(201)
    await sending.promise

    const mails: Mail[] = []
    // A second instance on the same database has its own mail queue.
    const other = { ...ports, db: db.withoutPlugins(), mail: { send: async (mail: Mail) => void mails.push(mail) } }
    const after = async (milliseconds: number) => {
      testServer.advance(milliseconds)
      await deliverOutbox(other)
      return mails.length
    }
    expect(await after(2 * MINUTE_MS)).toBe(0)
    const headers = { authorization: await testServer.signIn(admin) }
    const again = await createApp(other).request(`/api/clients/${clientId}/invitation`, { method: 'POST', headers })
    expect(again.status).toBe(204)
    expect([await after(3 * MINUTE_MS - 1), await after(1), await after(90 * MINUTE_MS)]).toEqual([0, 1, 1])
    expect(await testServer.rows('mail_count')).toMatchObject([{ sent: 1 }])
    expect(await testServer.rows('recipient_mail')).toMatchObject([{ kind: 'activation' }])
    ended.reject(new Error('gone'))
    await testServer.mails()
    expect(await after(90 * MINUTE_MS)).toBe(1)
  })
})

describe('damageAt', () => {
  const place = eachPlace()

  test('reports lost, half-registered and miscounted clients', async () => {
    await makeClinic(place)
    const [half, whole] = await addClients(place, 2)
    expect(await damageAt(place, new Set([whole!]))).toEqual({ lost: [`${whole} is not registered`], torn: [] })
    await withDatabaseOf(place, async (db) => {
      await db.updateTable('client').set({ registered: 1 }).where('uuid', '=', half!).execute()
      await account(db, 'nobody@mail.example')
    })
    expect((await damageAt(place, new Set())).torn).toEqual([
      `${half} is half registered`,
      'nobody@mail.example has an account and no client',
      `${PRACTICE} has other clients than it counts`,
      'nobody@mail.example gets 0 mails',
    ])
  })
})

describe.runIf(engines.includes('postgres'))('an unreachable PostgreSQL server', () => {
  const CLIENTS = 40
  const direct = eachPlace('postgres')
  let gate: Gate
  let throughGate: Record<string, string>
  beforeEach(async () => {
    await makeClinic(direct)
    const url = new URL(direct.databaseUrl!)
    gate = await openGate({ host: url.hostname, port: Number(url.port) })
    url.port = String(gate.port)
    throughGate = envOf({ dataDir: direct.dataDir, databaseUrl: url.href })
  })
  afterEach(() => gate[Symbol.asyncDispose]())

  const UNAVAILABLE = { status: 503, code: 'unavailable', retryAfter: '2' }
  async function fetchPath({ url: base }: InProcessServer, token: string) {
    const start = performance.now()
    const response = await fetch(`${base}/api/practice/${PRACTICE}/clients`, { headers: { authorization: token } })
    const { code } = (await response.json()) as Partial<Problem>
    const ms = performance.now() - start
    return { status: response.status, code, retryAfter: response.headers.get('retry-after'), ms }
  }
  const worksAgain = async (server: InProcessServer, token: string) => {
    await gate.open()
    await expect.poll(async () => (await fetchPath(server, token)).status).toBe(200)
  }

  async function terminateBackends(databaseUrl: string) {
    const { pathname } = new URL(databaseUrl)
    const admin = new Client(databaseUrl.replace(/[^/]*$/, 'postgres'))
    await admin.connect()
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [pathname.slice(1)])
    await admin.end()
  }

  test('causes 503 only while unreachable', async () => {
    await using server = await openServer(throughGate)
    const token = await signIn(server.url)
    const ledger = emptyLedger()
    const waiting = await addClients(direct, CLIENTS)
    const registering = registerAll({ base: server.url, token, practiceId: PRACTICE, waiting, ledger })
    const after = async (count: number) => {
      const target = Math.min(ledger.acknowledged.size + count, CLIENTS)
      while (ledger.acknowledged.size < target) await delay(1)
    }

    await after(5)
    await terminateBackends(direct.databaseUrl!)
    await after(5)
    gate.shut()
    expect(await fetchPath(server, token)).toMatchObject(UNAVAILABLE)
    expect((await fetchPath(server, token)).ms).toBeLessThan(TEST_TIMEOUT_MS)
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
    await worksAgain(server, token)
    await registering

    expect(ledger).toMatchObject({ wrong: [], acknowledged: ledger.requested })
    expect(ledger.acknowledged.size).toBe(CLIENTS)
    expect(ledger.unavailable).toBeGreaterThan(0)
    expect(ledger.slowestUnavailableMs).toBeLessThan(TEST_TIMEOUT_MS)
    expect(await damageAt(direct, ledger.acknowledged)).toEqual(NO_DAMAGE)
  })

  test('causes 503 after the query timeout if the server hangs', async () => {
    await using server = await openServer({ ...throughGate, LIMIT_QUERY_MS: '300' })
    const token = await signIn(server.url)
    gate.stall()
    // The first call uses an existing connection; the second waits for a new connection.
    for (let call = 0; call < 2; call += 1) {
      const response = await fetchPath(server, token)
      expect(response).toMatchObject(UNAVAILABLE)
      expect(response.ms).toBeLessThan(TEST_TIMEOUT_MS)
    }
    await worksAgain(server, token)
  })
})
