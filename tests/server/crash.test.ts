// @module-tag database
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { account } from '#harness/builders.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { PRACTICE, type Place, addClients, envOf, looking, makeClinic, signIn } from '#harness/clinic.ts'
import { afterAcknowledged, crashRounds } from '#harness/crash-round.ts'
import { damageAt } from '#harness/damage.ts'
import { mailServer, silentServer } from '#harness/mail-server.ts'
import { kill, startServer } from '#harness/server-process.ts'
import { engines, onEngines, openTestServer } from '#harness/test-server.ts'
import { accountByUsername } from '#server/auth/queries.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { smtp } from '#server/node/mail-carriers.ts'
import { emptyLedger, registerAll } from '#harness/ledger.ts'
import { MixedWork } from '#harness/mixed-work.ts'
import { PATIENCE_MS } from '#harness/patience.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { openGate } from '#harness/tcp-gate.ts'

const ACKNOWLEDGED = 12
const MINUTE_MS = 60_000
const NO_DAMAGE = { lost: [], torn: [] }

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-crash-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

onEngines('a server that is killed', (engine) => {
  test('has lost and doubled nothing that it acknowledged, and leaves no file without a row', async () => {
    const place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    const ledger = emptyLedger()
    const work = new MixedWork(place)
    const { sent, answered, exported } = work.requests
    // Again and again in the soak.
    const moments = [
      async (round: Parameters<ReturnType<typeof afterAcknowledged>>[0]) => {
        await afterAcknowledged(ACKNOWLEDGED)(round)
        await expect.poll(() => Math.min(sent.size / 9, answered.size, exported.size)).toBeGreaterThanOrEqual(1)
      },
    ]
    let rounds = 0
    const { beside, repeat, prepare } = work
    for await (const round of crashRounds({ place, ledger, clients: 600, moments, beside, repeat, prepare })) {
      expect(round).toMatchObject(NO_DAMAGE)
      expect(round.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED)
      expect(round.unanswered).toBeGreaterThan(0)
      expect(round.restartMs).toBeLessThan(10_000)
      rounds += 1
    }
    expect(rounds).toBe(1)
    expect([...ledger.wrong, ...work.requests.wrong]).toEqual([])
    expect(await work.amiss()).toEqual([])
    expect(await work.afterDay()).toEqual([])
  })

  test('sends the mail of a killed server after its lease, once, and lets staff invite again meanwhile', async () => {
    const place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    const [clientId] = await addClients(place, 1)
    await using silent = await silentServer()
    const began = Date.now()
    await using server = await startServer({ ...envOf(place), SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
    const connected = silent.connection()
    const authorization = await signIn(server.url)
    const path = `practice/${PRACTICE}/clients?clientUuid=${clientId}`
    const registered = await fetch(`${server.url}/api/${path}`, { method: 'POST', headers: { authorization } })
    expect(registered.status).toBe(201)
    await connected
    await kill(server.child)
    const killed = Date.now()

    await using mails = await mailServer()
    await looking(place, async (database) => {
      await using next = await openTestServer(engine, { database })
      next.ports.mail = smtp(`smtp://127.0.0.1:${mails.port}`, { publicUrl: 'https://portal.example' })
      const at = async (milliseconds: number) => {
        next.now = new Date(milliseconds)
        await deliverOutbox(next.ports)
      }
      await at(killed + 2 * MINUTE_MS)
      const token = await next.signIn((await accountByUsername(database, 'staff@proef.example'))!.id)
      expect((await next.call('POST', `clients/${clientId}/invitation`, { token })).status).toBe(204)
      await at(began + 5 * MINUTE_MS - 1)
      expect(mails.received).toEqual([])
      await at(killed + 5 * MINUTE_MS)
      await at(killed + 90 * MINUTE_MS)
      expect(mails.received).toHaveLength(1)
      expect(await database.selectFrom('mail_count').select('sent').execute()).toEqual([{ sent: 1 }])
      expect(await database.selectFrom('recipient_mail').select('kind').execute()).toEqual([{ kind: 'activation' }])
    })
  })
})

test('what is looked for would be found', async () => {
  const place = { dataDir, databaseUrl: undefined }
  await makeClinic(place)
  const [half, whole] = await addClients(place, 2)
  expect(await damageAt(place, new Set([whole!]))).toEqual({ lost: [`${whole} is not registered`], torn: [] })
  await looking(place, async (db) => {
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

describe.runIf(engines.includes('postgres'))('PostgreSQL that goes away', () => {
  const CLIENTS = 90

  async function ask({ url: base }: InProcessServer, token: string) {
    const start = performance.now()
    const answer = await fetch(`${base}/api/practice/${PRACTICE}/clients`, { headers: { authorization: token } })
    const { code } = (await answer.json()) as Partial<Problem>
    return { status: answer.status, code, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - start }
  }

  async function worksAgain(server: InProcessServer, token: string) {
    const start = performance.now()
    while ((await ask(server, token)).status !== 200) {
      if (performance.now() - start > PATIENCE_MS) throw new Error('The server did not find its database again')
      await delay(20)
    }
  }

  async function terminateBackends(databaseUrl: string) {
    const { pathname } = new URL(databaseUrl)
    const client = new Client(databaseUrl.replace(/[^/]*$/, 'postgres'))
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [pathname.slice(1)])
    await client.end()
  }

  test('is a 503 while it is away, and nothing after that', async () => {
    const direct: Place = { dataDir, databaseUrl: await freshPostgres() }
    const url = new URL(direct.databaseUrl!)
    await makeClinic(direct)
    await using gate = await openGate({ host: url.hostname, port: Number(url.port) })
    url.port = String(gate.port)
    await using server = await openServer(envOf({ dataDir, databaseUrl: url.href }))
    const token = await signIn(server.url)
    const ledger = emptyLedger()
    const waiting = await addClients(direct, CLIENTS)
    const registering = registerAll({ base: server.url, token, practiceId: PRACTICE, waiting, ledger })
    const after = async (count: number) => {
      const target = Math.min(ledger.acknowledged.size + count, CLIENTS)
      while (ledger.acknowledged.size < target) await delay(1)
    }

    for (let time = 0; time < 3; time += 1) {
      await after(10)
      await terminateBackends(direct.databaseUrl!)
    }
    await after(10)
    gate.shut()
    expect(await ask(server, token)).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '2' })
    expect((await ask(server, token)).ms).toBeLessThan(PATIENCE_MS)
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
    await gate.open()
    await worksAgain(server, token)
    await registering

    expect(ledger).toMatchObject({ wrong: [], acknowledged: ledger.asked })
    expect(ledger.acknowledged.size).toBe(CLIENTS)
    expect(ledger.refusals).toBeGreaterThan(0)
    expect(ledger.slowestRefusalMs).toBeLessThan(PATIENCE_MS)
    expect(await damageAt(direct, ledger.acknowledged)).toEqual(NO_DAMAGE)
  })

  test('without a word is a 503 in the time of a query', async () => {
    const direct: Place = { dataDir, databaseUrl: await freshPostgres() }
    const url = new URL(direct.databaseUrl!)
    await makeClinic(direct)
    await using gate = await openGate({ host: url.hostname, port: Number(url.port) })
    url.port = String(gate.port)
    await using server = await openServer({ ...envOf({ dataDir, databaseUrl: url.href }), LIMIT_QUERY_MS: '1000' })
    const token = await signIn(server.url)
    gate.stall()
    // The first has a connection that was good before; later ones wait for a new one.
    for (let call = 0; call < 2; call += 1) {
      const answer = await ask(server, token)
      expect(answer).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '2' })
      expect(answer.ms).toBeLessThan(PATIENCE_MS)
    }
    await gate.open()
    await worksAgain(server, token)
  })
})
