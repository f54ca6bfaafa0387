import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeAudit } from '#server/access-log/write.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { recordSuccess } from '#server/db/last-success.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { createMetrics } from '#server/node/metrics.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { account, importRun, practice } from '#harness/builders.ts'
import { PRACTICE, addClients, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { eachFolder, eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { type Sample, readOpenMetrics } from '#harness/open-metrics.ts'
import { ROOT } from '#harness/server-process.ts'
import { addRow, changeRows } from '#harness/rows.ts'
import { type TestServer, eachTestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Fetches and parses the metrics of a URL; invalid OpenMetrics fails the test. */
async function shownAt(url: string) {
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, TYPE])
  const text = await response.text()
  const samples = readOpenMetrics(text)
  const value = (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) => sample.name === name && isLabelled(sample, labels))?.value
  return { text, samples, value }
}

const isLabelled = (sample: Sample, labels: Record<string, string>) =>
  Object.entries(labels).every(([name, value]) => sample.labels[name] === value)

const namesIn = (file: string) =>
  readFileSync(join(ROOT, 'deploy', file), 'utf8').match(/\b(portal|nodejs|process)_[a-z0-9_]+/g) ?? []
const OF_NODE = ['le', 'kind', 'type', 'space', 'version', 'major', 'minor', 'patch']

async function listening(
  { ports }: TestServer,
  more: Partial<Parameters<typeof createMetrics>[0]> = {},
  host = '127.0.0.1',
) {
  const own = { pool: () => undefined, databaseConnections: 10, dataDir: '.', limits: USUAL_LIMITS }
  const metrics = createMetrics({ ...ports, ...own, ...more })
  const port = await metrics.listen({ host, port: 0 })
  return {
    port,
    meter: metrics.meter,
    shown: () => shownAt(`http://127.0.0.1:${port}/metrics`),
    [Symbol.dispose]: () => metrics.close(),
  }
}

onEngines('the metrics endpoint', (engine) => {
  const place = eachPlace(engine)
  const testServer = eachTestServer(engine)

  test('has a separate port and contains no personal data', async () => {
    await makeClinic(place)
    const [owner] = await addClients(place, 1)
    const env = { METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_CONNECTIONS: '4' }
    await using server = await openServer({ ...envOf(place), ...env })
    const at = String(server.logged.find(({ event }) => event === 'metrics')?.['url'])
    expect(new URL(at)).toMatchObject({ hostname: '127.0.0.1', pathname: '/metrics' })

    const before = await shownAt(at)
    const token = await signIn(server.url)
    const call = async (path: string, method = 'GET') => {
      const response = await fetch(`${server.url}/${path}`, { method, headers: { authorization: token } })
      await response.body?.cancel()
      return response.status
    }
    for (let times = 0; times < 3; times += 1) await call(`api/clients/${owner}`)
    await call(`api/nowhere/${owner}`)
    await call(`files/invoice/${owner}`)
    expect(await call(`api/practice/${PRACTICE}/clients?clientUuid=${owner}`, 'POST')).toBe(201)
    const imported = { practiceId: PRACTICE, action: 'imported', now: new Date('2026-06-01T10:00:00.000Z') } as const
    await withDatabaseOf(place, (db) => db.transaction().execute((trx) => writeAudit(trx, imported)))
    const { text, samples, value } = await shownAt(at)
    const change = (name: string, labels?: Record<string, string>) => [before.value(name, labels), value(name, labels)]

    const ofClient = { method: 'GET', route: '/api/clients/:clientId' }
    const practice = { practice: PRACTICE }
    expect(change('portal_calls_total', { ...ofClient, status: '200' })).toEqual([undefined, 3])
    expect(value('portal_call_duration_seconds_count', ofClient)).toBe(3)
    expect(value('portal_call_duration_seconds_bucket', { ...ofClient, le: '+Inf' })).toBe(3)
    expect(value('portal_call_duration_seconds_sum', ofClient)).toBeGreaterThan(0)
    expect(value('portal_calls_total', { route: 'none', status: '404' })).toBe(2)
    expect(value('portal_practice_calls_total', { ...practice, status: '2xx' })).toBeGreaterThanOrEqual(4)
    expect(value('portal_practice_calls_total', { ...practice, status: '5xx' })).toBeUndefined()
    for (const queue of ['calls', 'files', 'passwords', 'documents']) {
      const [[running], [, waiting]] = [
        change('portal_queue_running', { queue }),
        change('portal_queue_waiting', { queue }),
      ]
      expect([queue, running, waiting]).toEqual([queue, 0, 0])
      expect(value('portal_queue_places', { queue })).toBeGreaterThan(0)
    }
    expect(change('portal_outbox_mails')).toEqual([0, 1])
    expect(change('portal_outbox_age_seconds')).toEqual([0, expect.any(Number)])
    expect(value('portal_outbox_age_seconds')).toBeGreaterThan(0)
    expect([value('portal_practices'), value('portal_release_info'), value('portal_database_up')]).toEqual([1, 1, 1])
    expect(change('portal_practice_clients', { ...practice, registered: 'yes' })).toEqual([0, 1])
    expect(value('portal_practice_clients', { ...practice, registered: 'no' })).toBe(0)
    // The dashboard and the alerts use existing metrics, including metrics without samples.
    const families = ['grafana.json', 'alerts.yaml']
      .flatMap(namesIn)
      .map((name) => name.replace(/_(total|bucket)$/, ''))
    expect(families.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
    expect(change('portal_last_import_timestamp_seconds', practice)).toEqual([undefined, 1_780_308_000])
    expect(value('portal_database_connections_limit')).toBe(engine === 'postgres' ? 4 : undefined)
    if (engine === 'postgres') {
      expect(value('portal_database_connections', { state: 'idle' })).toBeGreaterThan(0)
      expect(value('portal_database_waiting')).toBe(0)
    }
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)

    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
    expect(
      [...labels].filter((name) => !OF_NODE.includes(name) && name !== 'state' && name !== 'work').toSorted(),
    ).toEqual(['method', 'practice', 'queue', 'registered', 'released', 'route', 'status'])
    for (const secret of [owner!, 'proef.example', 'mail.example', token]) expect(text).not.toContain(secret)

    expect((await fetch(at.replace('/metrics', '/'))).status).toBe(404)
    expect((await fetch(at, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toBe(TYPE)
  })

  test('includes imports, limits, the outbox and calls of each practice', async () => {
    const { db } = testServer
    for (const id of ['a', 'b', 'c']) await practice(db, id)
    const days: [practiceId: string, day: string][] = [
      ['a', '2026-06-01'],
      ['a', '2026-06-14'],
      ['b', '2026-06-02'],
    ]
    for (const [practiceId, day] of days) {
      const now = new Date(`${day}T10:00:00.000Z`)
      await db.transaction().execute((trx) => writeAudit(trx, { practiceId, action: 'imported', now }))
    }
    const done = { state: 'done', ended_at: '2026-06-03T10:00:00.000Z' } as const
    const waiting = { state: 'waiting' } as const
    await importRun(db, 'b', done)
    await importRun(db, 'b', { sequence: 2, ...waiting })
    await importRun(db, 'c', waiting)
    await importRun(db, 'a', done)
    await queueMail(db, { kind: 'reset', accountId: await account(db, 'x@mail.example'), now: testServer.now })
    testServer.advance(90_000)
    await recordSuccess(db, 'backup', new Date('2026-06-01T10:00:00.000Z'))
    await recordSuccess(db, 'backup', new Date('2026-06-02T10:00:00.000Z'))
    const jumped = { id: 1, seen_at: days[0]![1], steady_since: days[0]![1], stopped_at: days[0]![1] }
    await addRow(db, 'purge_clock', jumped)
    await changeRows(db, 'practice', { most_clients: 10, most_bytes: 1000 }, { id: 'b' })
    const store = (key: string) => {
      const stored = { key, created_at: testServer.now.toISOString(), practice_id: 'b', bytes: 900 }
      return db.insertInto('file').values(stored).execute()
    }
    await store('paper-x')

    using metrics = await listening(testServer)
    const { value, samples } = await metrics.shown()
    const ofB = (name: string) => value(`portal_practice_${name}`, { practice: 'b' })
    const limits = ['clients_limit', 'storage_limit_bytes', 'storage_bytes', 'files'].map(ofB)
    expect(limits).toEqual([10, 1000, 900, 1])
    expect(value('portal_practice_clients_limit', { practice: 'a' })).toBeUndefined()
    const ofPortal = ['outbox_age_seconds', 'practices', 'imports_waiting'].map((name) => value(`portal_${name}`))
    expect(ofPortal).toEqual([90, 3, 2])
    const ofBackup = value('portal_last_success_timestamp_seconds', { work: 'backup' })
    expect(ofBackup).toBe(Date.parse('2026-06-02T10:00:00.000Z') / 1000)
    expect([value('portal_removals_stopped'), value('portal_mails_given_up')]).toEqual([1, 0])
    const imports = samples.filter(({ name }) => name === 'portal_last_import_timestamp_seconds')
    expect(imports.map((sample) => [sample.labels['practice'], sample.value])).toEqual([
      ['b', Date.parse('2026-06-03T10:00:00.000Z') / 1000],
      ['a', Date.parse('2026-06-14T10:00:00.000Z') / 1000],
    ])

    await store('paper-y')
    metrics.meter.recordCall({ method: 'BREW', route: 'none', status: 400, seconds: 0.2, practice: 'b' })
    metrics.meter.watch('passwords', () => ({ running: 2, waiting: 7, places: 3 }))
    const after = await metrics.shown()
    expect(after.value('portal_calls_total', { method: 'other' })).toBe(1)
    expect(after.value('portal_practice_calls_total', { practice: 'b', status: '4xx' })).toBe(1)
    const buckets = ['0.1', '0.25'].map((le) => after.value('portal_call_duration_seconds_bucket', { le }))
    expect(buckets).toEqual([0, 1])
    expect(['running', 'waiting', 'places'].map((name) => after.value(`portal_queue_${name}`))).toEqual([2, 7, 3])
    // The server sums up file sizes every five minutes.
    const files = async () => (await metrics.shown()).value('portal_practice_files', { practice: 'b' })
    expect(await files()).toBe(1)
    testServer.advance(5 * 60_000)
    expect(await files()).toBe(2)
  })

  test('includes the connections of an unavailable database', async () => {
    using metrics = await listening(testServer, {
      db: openPostgres('postgres://nobody@127.0.0.1:1/none'),
      pool: () => ({ busy: 3, idle: 1, waiting: 5 }),
      databaseConnections: 4,
    })
    const { value } = await metrics.shown()
    expect([value('portal_database_up'), value('portal_outbox_mails')]).toEqual([0, undefined])
    expect(value('portal_database_connections', { state: 'busy' })).toBe(3)
    expect(value('portal_database_waiting')).toBe(5)
  })
})

test.each<[host: string, own: string[], foreign: string[]]>([
  [
    '127.0.0.1',
    ['127.0.0.1:9464', 'LOCALHOST:9464', '10.1.2.3:9464', '[::1]:9464'],
    [
      'metrics.attacker.example',
      'metrics.attacker.example:9464',
      'localhost.attacker.example',
      '127.0.0.1.attacker.example',
      'a b',
    ],
  ],
  ['localhost', ['localhost'], ['metrics.attacker.example']],
  // When bound to all addresses, the server cannot tell that a host name is foreign.
  ['0.0.0.0', ['portal-1.internal:9464'], []],
])('the metrics endpoint at %s rejects foreign host names (DNS rebinding)', async (host, own, foreign) => {
  await using testServer = await openTestServer('sqlite')
  using metrics = await listening(testServer, {}, host)
  const shownFor = async (hostname: string) => {
    const to = { host: host === 'localhost' ? host : '127.0.0.1', port: metrics.port, path: '/metrics' }
    const [response] = (await once(get({ ...to, headers: { host: hostname } }), 'response')) as [IncomingMessage]
    const text = (await response.setEncoding('utf8').toArray()).join('')
    return [hostname, response.statusCode, text.includes('portal_practices')]
  }
  for (const host of own) expect(await shownFor(host)).toEqual([host, 200, true])
  for (const host of foreign) expect(await shownFor(host)).toEqual([host, 421, false])
})

test('each alert has a severity and a summary', () => {
  const alerts = readFileSync(join(ROOT, 'deploy/alerts.yaml'), 'utf8').split('- alert: ').slice(1)
  const complete =
    /^\w+\n +expr: .*\n( +for: .*\n)? +labels: \{ severity: (critical|warning|info) \}\n +annotations: \{ summary: /
  expect(alerts.length).toBeGreaterThan(15)
  expect(alerts.filter((alert) => !complete.test(alert))).toEqual([])
})

describe('METRICS_PORT', () => {
  const folder = eachFolder()
  const other = eachFolder()

  test('enables the metrics endpoint', async () => {
    await using server = await openServer({ DATA_DIR: folder.path })
    expect(JSON.stringify(server.logged)).not.toContain('/metrics')
    const { port } = new URL(server.url)
    await expect(openServer({ DATA_DIR: other.path, METRICS_PORT: port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port} (METRICS_PORT): the port is in use`,
    )
  })
})

test.each([
  ['Missing # EOF at the end', 'a 1\n'],
  ['Invalid number', '# TYPE a gauge\na one\n# EOF\n'],
  ['Sample of another family', '# TYPE a counter\na 1\n# EOF\n'],
  ['Repeated sample', '# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n# EOF\n'],
  ['Repeated label', '# TYPE a gauge\na{b="c",b="d"} 1\n# EOF\n'],
  ['Repeated family', '# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\na 2\n# EOF\n'],
  ['Invalid sample', '# TYPE a gauge\na{b=c} 1\n# EOF\n'],
])('the OpenMetrics parser of the tests rejects: %s', (why, text) => {
  expect(() => readOpenMetrics(text)).toThrow(why)
})
