import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeAudit } from '#server/access-log/write.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { createMetrics } from '#server/node/metrics.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { account, practice } from '#harness/builders.ts'
import { PRACTICE, addClients, envOf, looking, makeClinic, signIn } from '#harness/clinic.ts'
import { openServer } from '#harness/open-server.ts'
import { type Sample, readOpenMetrics } from '#harness/open-metrics.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { ROOT } from '#harness/server-process.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'

const TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** What is shown there, read strictly. */
async function shownAt(url: string) {
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, TYPE])
  const text = await answer.text()
  const samples = readOpenMetrics(text)
  const value = (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) => sample.name === name && isLabelled(sample, labels))?.value
  return { text, samples, value }
}

const isLabelled = (sample: Sample, labels: Record<string, string>) =>
  Object.entries(labels).every(([name, said]) => sample.labels[name] === said)

/** The figures that files of a release name. */
const asked = (...files: string[]) => [
  ...new Set(
    files.flatMap(
      (file) => readFileSync(join(ROOT, 'deploy', file), 'utf8').match(/\b(portal|nodejs|process)_[a-z0-9_]+/g) ?? [],
    ),
  ),
]

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'portal-metrics-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

onEngines('the figures of a server', (engine) => {
  test('are at a port of their own, and move with what it does', async () => {
    const place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await makeClinic(place)
    const [owner] = await addClients(place, 1)
    await using server = await openServer({
      ...envOf(place),
      METRICS_PORT: '0',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_CONNECTIONS: '4',
    })
    const at = String(server.logged.find(({ event }) => event === 'metrics')?.['url'])
    expect(new URL(at)).toMatchObject({ hostname: '127.0.0.1', pathname: '/metrics' })

    const before = await shownAt(at)
    const token = await signIn(server.url)
    const headers = { authorization: token }
    const client = `${server.url}/api/clients/${owner}`
    for (let times = 0; times < 3; times += 1) await (await fetch(client, { headers })).body?.cancel()
    await (await fetch(`${server.url}/api/nowhere/${owner}`, { headers })).body?.cancel()
    await (await fetch(`${server.url}/files/invoice/${owner}`)).body?.cancel()
    const registered = await fetch(`${server.url}/api/practice/${PRACTICE}/clients?clientUuid=${owner}`, {
      method: 'POST',
      headers,
    })
    expect(registered.status).toBe(201)
    await looking(place, (db) =>
      db
        .transaction()
        .execute((trx) =>
          writeAudit(trx, { practiceId: PRACTICE, action: 'imported', now: new Date('2026-06-01T10:00:00.000Z') }),
        ),
    )
    const { text, samples, value } = await shownAt(at)

    const ofClient = { method: 'GET', route: '/api/clients/:clientId' }
    expect(before.value('portal_calls_total', ofClient)).toBeUndefined()
    expect(value('portal_calls_total', { ...ofClient, status: '200' })).toBe(3)
    expect(value('portal_call_duration_seconds_count', ofClient)).toBe(3)
    expect(value('portal_call_duration_seconds_bucket', { ...ofClient, le: '+Inf' })).toBe(3)
    expect(value('portal_call_duration_seconds_sum', ofClient)).toBeGreaterThan(0)
    expect(value('portal_calls_total', { route: 'none', status: '404' })).toBe(2)
    expect(value('portal_practice_calls_total', { practice: PRACTICE, status: '2xx' })).toBeGreaterThanOrEqual(4)
    expect(value('portal_practice_calls_total', { practice: PRACTICE, status: '5xx' })).toBeUndefined()
    for (const queue of ['calls', 'files', 'passwords', 'documents']) {
      expect([queue, before.value('portal_queue_running', { queue })]).toEqual([queue, 0])
      expect([queue, value('portal_queue_waiting', { queue })]).toEqual([queue, 0])
      expect(value('portal_queue_places', { queue })).toBeGreaterThan(0)
    }
    expect([before, { value }].map((shown) => shown.value('portal_outbox_mails'))).toEqual([0, 1])
    expect(before.value('portal_outbox_age_seconds')).toBe(0)
    expect(value('portal_outbox_age_seconds')).toBeGreaterThan(0)
    expect(value('portal_practices')).toBe(1)
    expect(value('portal_release_info')).toBe(1)
    expect(
      [before, { value }].map((shown) =>
        shown.value('portal_practice_clients', { practice: PRACTICE, registered: 'yes' }),
      ),
    ).toEqual([0, 1])
    expect(value('portal_practice_clients', { practice: PRACTICE, registered: 'no' })).toBe(0)
    // What dashboard and alerts ask for is told, if only that there is none.
    const families = asked('grafana.json', 'alerts.yaml').map((name) => name.replace(/_(total|bucket)$/, ''))
    expect(families.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
    expect(before.value('portal_last_import_timestamp_seconds')).toBeUndefined()
    expect(value('portal_last_import_timestamp_seconds', { practice: PRACTICE })).toBe(1_780_308_000)
    expect(value('portal_database_up')).toBe(1)
    expect(value('portal_database_connections_limit')).toBe(engine === 'postgres' ? 4 : undefined)
    if (engine === 'postgres') {
      expect(value('portal_database_connections', { state: 'idle' })).toBeGreaterThan(0)
      expect(value('portal_database_waiting')).toBe(0)
    }
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)

    // Nothing of anybody.
    expect(new Set(samples.flatMap(({ labels }) => Object.keys(labels)).filter(isOurs))).toEqual(
      new Set([
        'method',
        'route',
        'status',
        'queue',
        'practice',
        'released',
        'registered',
        ...(engine === 'postgres' ? ['state'] : []),
      ]),
    )
    for (const secret of [owner!, 'proef.example', 'mail.example', token]) expect(text).not.toContain(secret)

    expect((await fetch(at.replace('/metrics', '/'))).status).toBe(404)
    expect((await fetch(at, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toBe(TYPE)
  })

  test('tell the practices whose import is longest ago, and nothing of a database that is away', async () => {
    await using testServer = await openTestServer(engine)
    const { db, ports } = testServer
    const metrics = createMetrics({
      ...ports,
      pool: () => undefined,
      databaseConnections: 10,
      dataDir: '.',
      limits: USUAL_LIMITS,
    })
    const port = await metrics.listen({ host: '127.0.0.1', port: 0 })
    const look = () => shownAt(`http://127.0.0.1:${port}/metrics`)
    try {
      for (const id of ['a', 'b', 'c']) await practice(db, id)
      const imports: [string, string][] = [
        ['a', '2026-06-01T10:00:00.000Z'],
        ['a', '2026-06-14T10:00:00.000Z'],
        ['b', '2026-06-02T10:00:00.000Z'],
      ]
      for (const [practiceId, at] of imports)
        await db.transaction().execute((trx) => writeAudit(trx, { practiceId, action: 'imported', now: new Date(at) }))
      const run = (
        practiceId: string,
        sequence: number,
        columns: { state: 'done' | 'waiting'; ended_at: string | null },
      ) =>
        db
          .insertInto('import_run')
          .values({
            id: `${practiceId} ${sequence}`,
            practice_id: practiceId,
            sequence,
            sha256: '',
            bytes: 1,
            key_name: 'key',
            received_at: testServer.now.toISOString(),
            ...columns,
          })
          .execute()
      await run('b', 1, { state: 'done', ended_at: '2026-06-03T10:00:00.000Z' })
      await run('b', 2, { state: 'waiting', ended_at: null })
      await run('c', 1, { state: 'waiting', ended_at: null })
      await run('a', 1, { state: 'done', ended_at: '2026-06-03T10:00:00.000Z' })
      await queueMail(db, { kind: 'reset', accountId: await account(db, 'x@mail.example'), now: testServer.now })
      testServer.now = new Date(testServer.now.getTime() + 90_000)

      await db.updateTable('practice').set({ most_clients: 10, most_bytes: 1000 }).where('id', '=', 'b').execute()
      const stored = { key: 'paper-x', created_at: testServer.now.toISOString(), practice_id: 'b', bytes: 900 }
      await db.insertInto('file').values(stored).execute()

      const { value, samples } = await look()
      const ofB = (name: string, labels = {}) => value(`portal_practice_${name}`, { practice: 'b', ...labels })
      expect([ofB('clients_limit'), ofB('storage_limit_bytes'), ofB('storage_bytes'), ofB('files')]).toEqual([
        10, 1000, 900, 1,
      ])
      expect(value('portal_practice_clients_limit', { practice: 'a' })).toBeUndefined()
      const seconds = (at: string) => Date.parse(at) / 1000
      expect(value('portal_outbox_age_seconds')).toBe(90)
      expect(value('portal_practices')).toBe(3)
      expect(value('portal_imports_waiting')).toBe(2)
      expect(samples.filter(({ name }) => name === 'portal_last_import_timestamp_seconds')).toEqual([
        {
          name: 'portal_last_import_timestamp_seconds',
          labels: { practice: 'b' },
          value: seconds('2026-06-03T10:00:00.000Z'),
        },
        { name: 'portal_last_import_timestamp_seconds', labels: { practice: 'a' }, value: seconds(imports[1]![1]) },
      ])

      await db
        .insertInto('file')
        .values({ ...stored, key: 'paper-y' })
        .execute()
      metrics.meter.answered({ method: 'BREW', route: 'none', status: 400, seconds: 0.2, practice: 'b' })
      metrics.meter.watch('passwords', () => ({ running: 2, waiting: 7, places: 3 }))
      const after = await look()
      expect(after.value('portal_calls_total', { method: 'other' })).toBe(1)
      expect(after.value('portal_practice_calls_total', { practice: 'b', status: '4xx' })).toBe(1)
      // Summed every five minutes.
      expect(after.value('portal_practice_files', { practice: 'b' })).toBe(1)
      testServer.now = new Date(testServer.now.getTime() + 5 * 60_000)
      expect((await look()).value('portal_practice_files', { practice: 'b' })).toBe(2)
      expect(after.value('portal_call_duration_seconds_bucket', { le: '0.1' })).toBe(0)
      expect(after.value('portal_call_duration_seconds_bucket', { le: '0.25' })).toBe(1)
      expect(['running', 'waiting', 'places'].map((name) => after.value(`portal_queue_${name}`))).toEqual([2, 7, 3])

      const away = createMetrics({
        ...ports,
        db: openPostgres('postgres://nobody@127.0.0.1:1/none'),
        pool: () => ({ busy: 3, idle: 1, waiting: 5 }),
        databaseConnections: 4,
        dataDir: '.',
        limits: USUAL_LIMITS,
      })
      const other = await away.listen({ host: '127.0.0.1', port: 0 })
      const shown = await shownAt(`http://127.0.0.1:${other}/metrics`).finally(() => away.close())
      expect(shown.value('portal_database_up')).toBe(0)
      expect(shown.value('portal_outbox_mails')).toBeUndefined()
      expect(shown.value('portal_database_connections', { state: 'busy' })).toBe(3)
      expect(shown.value('portal_database_waiting')).toBe(5)
    } finally {
      metrics.close()
    }
  })
})

describe('a page whose own name leads to the port reads nothing: they answer the host that they were told', () => {
  test.each([
    ['127.0.0.1', 'metrics.attacker.example', 421],
    ['127.0.0.1', 'metrics.attacker.example:9464', 421],
    ['127.0.0.1', 'localhost.attacker.example', 421],
    ['127.0.0.1', '127.0.0.1.attacker.example', 421],
    ['127.0.0.1', 'a b', 421],
    ['localhost', 'metrics.attacker.example', 421],
    ['127.0.0.1', '127.0.0.1:9464', 200],
    ['127.0.0.1', 'LOCALHOST:9464', 200],
    ['127.0.0.1', '10.1.2.3:9464', 200],
    ['127.0.0.1', '[::1]:9464', 200],
    ['localhost', 'localhost', 200],
    // On all addresses no host name is known to be ours.
    ['0.0.0.0', 'portal-1.internal:9464', 200],
  ])('at %s, asked for as "%s": %i', async (host, asked, status) => {
    await using testServer = await openTestServer('sqlite')
    const metrics = createMetrics({
      ...testServer.ports,
      pool: () => undefined,
      databaseConnections: 10,
      dataDir: '.',
      limits: USUAL_LIMITS,
    })
    const port = await metrics.listen({ host, port: 0 })
    try {
      const request = get({
        host: host === 'localhost' ? host : '127.0.0.1',
        port,
        path: '/metrics',
        headers: { host: asked },
      })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      answer.setEncoding('utf8')
      const text = (await answer.toArray()).join('')
      expect([answer.statusCode, text.includes('portal_practices')]).toEqual([status, status === 200])
    } finally {
      metrics.close()
    }
  })
})

/** Of what Node tells of itself there are others. */
const isOurs = (name: string) => !['le', 'kind', 'type', 'space', 'version', 'major', 'minor', 'patch'].includes(name)

test('without METRICS_PORT nothing listens, and a port in use stops the start', async () => {
  await using server = await openServer({ DATA_DIR: dataDir })
  expect(JSON.stringify(server.logged)).not.toContain('/metrics')
  const { port } = new URL(server.url)
  const other = mkdtempSync(join(dataDir, 'other-'))
  await expect(openServer({ DATA_DIR: other, METRICS_PORT: port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port} (METRICS_PORT): the port is in use`,
  )
})

test.each([
  ['It does not end with # EOF', 'a 1\n'],
  ['No number', '# TYPE a gauge\na one\n# EOF\n'],
  ['Of no family', '# TYPE a counter\na 1\n# EOF\n'],
  ['A second time', '# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n# EOF\n'],
  ['A label twice', '# TYPE a gauge\na{b="c",b="d"} 1\n# EOF\n'],
  ['A family that was there before', '# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\na 2\n# EOF\n'],
  ['No sample', '# TYPE a gauge\na{b=c} 1\n# EOF\n'],
])('the reader of these tests refuses: %s', (why, text) => {
  expect(() => readOpenMetrics(text)).toThrow(why)
})
