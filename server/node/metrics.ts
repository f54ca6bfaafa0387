import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { isIP } from 'node:net'
import { Counter, Gauge, Histogram, type OpenMetricsContentType, Registry, collectDefaultMetrics } from 'prom-client'
import { recordOf, typedKeys } from '#contract/values.ts'
import { RELEASE } from '#server/release.ts'
import { inTime } from '#server/http/semaphore.ts'
import { isLoopback } from '#server/http/loopback.ts'
import type { ServerLimits } from '#server/http/limits.ts'
import type { Clock, Log, Meter, Ports, QueueState } from '#server/ports.ts'
import { storageOfAll } from '#server/storage/quota.ts'
import { MAX_PRACTICES, type DatabaseFigures, readDatabaseFigures } from './db/database-figures.ts'
import { freeBytes } from './files/free-space.ts'
import type { PoolState } from './db/postgres.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Time limit of the database queries; later results are left out. */
const TIMEOUT_MS = 2000
const SUM_INTERVAL_MS = 5 * 60_000

export interface Metrics {
  meter: Meter
  /** Resolves to the port. */
  listen(at: { host: string; port: number }): Promise<number>
  close(): void
}

interface Measured extends Pick<Ports, 'db' | 'clock' | 'log'> {
  /** Returns undefined before the first connection. */
  pool: () => PoolState | undefined
  databaseConnections: number
  dataDir: string
  limits: Pick<ServerLimits, 'practiceBytes'>
}

/** Gauges with their names and labels. A gauge without labels has no value until it is set. */
const GAUGES = {
  running: ['portal_queue_running', 'Tasks that run: calls, files, passwords, documents, images', 'queue'],
  waiting: ['portal_queue_waiting', 'Tasks that wait for a place', 'queue'],
  places: ['portal_queue_places', 'Maximum number of tasks that run at once', 'queue'],
  connectionsWaiting: ['portal_database_waiting', 'Queries that wait for a connection'],
  connectionsLimit: [
    'portal_database_connections_limit',
    'Maximum number of connections to PostgreSQL (DATABASE_CONNECTIONS)',
  ],
  connections: ['portal_database_connections', 'Connections to PostgreSQL, busy or idle', 'state'],
  release: [
    'portal_release_info',
    'Version, date and commit of the release; the value is 1',
    'version',
    'released',
    'commit',
  ],
  up: ['portal_database_up', '1 if the database answers within two seconds. Otherwise 0, and its metrics are absent'],
  files: ['portal_practice_files', 'Files of a practice, for the 500 practices with most bytes', 'practice'],
  bytes: [
    'portal_practice_storage_bytes',
    'Bytes of the files of a practice, for the 500 practices with most bytes',
    'practice',
  ],
  bytesLimit: ['portal_storage_limit_bytes', 'Bytes that a practice without a quota may store (LIMIT_PRACTICE_BYTES)'],
  diskFree: ['portal_disk_free_bytes', 'Free bytes on the disk of the data folder'],
} as const satisfies Record<string, GaugeText>

/** Gauges read from the database, without a value while the database does not respond. */
const OF_DATABASE = {
  mails: ['portal_outbox_mails', 'Mails that wait to be sent'],
  age: ['portal_outbox_age_seconds', 'Waiting time of the oldest mail in seconds; 0 if no mail waits'],
  webhooks: ['portal_webhook_events', 'Events that wait to be sent to an active webhook'],
  webhookAge: [
    'portal_webhook_age_seconds',
    'Waiting time of the oldest event of an active webhook in seconds; 0 if no event waits',
  ],
  practices: ['portal_practices', 'Number of practices'],
  importsWaiting: ['portal_imports_waiting', 'Exports sent by HTTP that are not loaded yet'],
  imported: [
    'portal_last_import_timestamp_seconds',
    'Time of the last import, for the 500 practices with the oldest last import',
    'practice',
  ],
  clients: ['portal_practice_clients', 'Clients, for the 500 largest practices', 'practice', 'registered'],
  mailsGivenUp: [
    'portal_practice_mails_given_up',
    'Mails given up in the last 30 days, for the 500 practices with most such mails',
    'practice',
  ],
  givenUp: ['portal_mails_given_up', 'Mails given up in the last 30 days, also those of no practice'],
  success: [
    'portal_last_success_timestamp_seconds',
    'Time of the last complete backup, hourly purge and nightly retention run',
    'work',
  ],
  removalsStopped: ['portal_removals_stopped', '1 if a jump of the clock has stopped removals by age, else 0'],
  clientsQuota: ['portal_practice_clients_limit', 'Clients that a practice with a quota may have', 'practice'],
  bytesQuota: ['portal_practice_storage_limit_bytes', 'Bytes that a practice with a quota may store', 'practice'],
} as const satisfies Record<string, GaugeText>

type GaugeText = readonly [name: string, help: string, ...labels: string[]]

function gaugesOf<Name extends string>(texts: Readonly<Record<Name, GaugeText>>, registers: Registers) {
  return recordOf(typedKeys<Name>(texts), (key) => {
    const [name, help, ...labelNames] = texts[key]
    const gauge = new Gauge({ name, help, labelNames, registers })
    if (labelNames.length === 0) gauge.remove()
    return gauge
  })
}

type Registers = Registry<OpenMetricsContentType>[]

/**
 * Serves metrics in the OpenMetrics text format on their own port. No label contains a person's name, a record id or a
 * path.
 */
export function createMetrics({ log, ...measured }: Measured): Metrics {
  const register = new Registry<OpenMetricsContentType>()
  register.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register })
  const queues = new Map<string, () => QueueState>()
  const recordCall = countCalls([register])
  const refresh = createRefresh(measured, queues, [register])
  // Concurrent requests share one result.
  let collecting: Promise<string> | undefined
  const collect = () =>
    (collecting ??= refresh()
      .then(() => register.metrics())
      .finally(() => (collecting = undefined)))
  let server: Server | undefined
  return {
    meter: { recordCall, watch: (queue, state) => void queues.set(queue, state) },
    async listen({ host, port }) {
      server = createServer((request, response) => void respond(request, response, { host, collect, log }))
      server.listen({ host, port })
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close() {
      server?.close()
      server?.closeAllConnections()
    },
  }
}

function countCalls(registers: Registers): Meter['recordCall'] {
  const calls = new Counter({
    name: 'portal_calls_total',
    help: 'Answered calls. The route has no ids, and is empty for an unknown path',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'portal_call_duration_seconds',
    help: 'Seconds from the arrival of a call to the start of its response',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  const ofPractices = new Counter({
    name: 'portal_practice_calls_total',
    help: 'Answered calls of signed-in people, by status class (2xx to 5xx)',
    labelNames: ['practice', 'status'],
    registers,
  })
  return ({ method: requested, route, status, seconds, practice }) => {
    const method = METHODS.has(requested) ? requested : 'other'
    calls.inc({ method, route, status })
    durations.observe({ method, route }, seconds)
    if (practice !== undefined) ofPractices.inc({ practice, status: `${Math.floor(status / 100)}xx` })
  }
}

function createRefresh(
  { db, clock, pool, databaseConnections, dataDir, limits }: Omit<Measured, 'log'>,
  queues: ReadonlyMap<string, () => QueueState>,
  registers: Registers,
): () => Promise<void> {
  const gauges = gaugesOf(GAUGES, registers)
  gauges.release.set({ ...RELEASE }, 1)
  gauges.bytesLimit.set(limits.practiceBytes)
  const showDatabase = createDatabaseGauges(clock, registers)
  const showPool = (state: PoolState | undefined) => {
    if (!state) return
    gauges.connections.set({ state: 'busy' }, state.busy)
    gauges.connections.set({ state: 'idle' }, state.idle)
    gauges.connectionsWaiting.set(state.waiting)
    gauges.connectionsLimit.set(databaseConnections)
  }
  let summedAt = -Infinity
  let summing: Promise<void> | undefined
  /**
   * Runs at most every five minutes, because it reads a row for each file. The result of a slow run appears in the next
   * request.
   */
  const sumStorage = () => {
    if (clock().getTime() - summedAt < SUM_INTERVAL_MS) return
    return (summing ??= (async () => {
      const all = await storageOfAll(db)
      summedAt = clock().getTime()
      for (const gauge of [gauges.files, gauges.bytes]) gauge.reset()
      for (const { practice, files, bytes } of all.slice(0, MAX_PRACTICES)) {
        gauges.files.set({ practice }, files)
        gauges.bytes.set({ practice }, bytes)
      }
    })().finally(() => (summing = undefined)))
  }
  return async () => {
    for (const [queue, state] of queues)
      for (const figure of ['running', 'waiting', 'places'] as const) gauges[figure].set({ queue }, state()[figure])
    showPool(pool())
    await freeBytes(dataDir).then(
      (bytes) => gauges.diskFree.set(bytes),
      () => gauges.diskFree.remove(),
    )
    const seen = await inTime(readDatabaseFigures(db, clock()), TIMEOUT_MS)
    gauges.up.set(seen ? 1 : 0)
    showDatabase(seen)
    await inTime(Promise.resolve(sumStorage()), TIMEOUT_MS)
  }
}

function createDatabaseGauges(clock: Clock, registers: Registers): (seen: DatabaseFigures | undefined) => void {
  const gauges = gaugesOf(OF_DATABASE, registers)
  return (seen) => {
    for (const key of typedKeys(OF_DATABASE)) {
      gauges[key].reset()
      if (OF_DATABASE[key].length === 2) gauges[key].remove()
    }
    if (!seen) return
    const { mails, age, webhooks, webhookAge, practices, importsWaiting, imported, clients, mailsGivenUp } = gauges
    const { clientsQuota, bytesQuota } = gauges
    const waitedSince = (at: string | null) =>
      at === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(at)) / 1000)
    gauges.givenUp.set(seen.givenUp)
    gauges.removalsStopped.set(seen.areRemovalsStopped ? 1 : 0)
    for (const { work, at } of seen.successes) gauges.success.set({ work }, Date.parse(at) / 1000)
    mails.set(seen.mails)
    age.set(waitedSince(seen.oldestMail))
    webhooks.set(seen.events)
    webhookAge.set(waitedSince(seen.oldestEvent))
    practices.set(seen.practices)
    importsWaiting.set(seen.importsWaiting)
    for (const { practice, at } of seen.imports) imported.set({ practice }, Date.parse(at) / 1000)
    for (const { practice, registered, unregistered } of seen.clients) {
      clients.set({ practice, registered: 'yes' }, registered)
      clients.set({ practice, registered: 'no' }, unregistered)
    }
    for (const { practice, mails: count } of seen.mailsGivenUp) mailsGivenUp.set({ practice }, count)
    for (const { practice, clients: maximum, bytes } of seen.quotas) {
      if (maximum !== null) clientsQuota.set({ practice }, maximum)
      if (bytes !== null) bytesQuota.set({ practice }, bytes)
    }
  }
}

/**
 * Whether the Host header names this host. Prevents DNS rebinding, where the name of a foreign page resolves to this
 * machine; IP addresses cannot be rebound. With a wildcard host no names are configured, so every name passes.
 */
function isAllowedHost(hostHeader: string | undefined, host: string): boolean {
  if (host === '0.0.0.0' || host === '::') return true
  const { hostname } = URL.parse(`http://${hostHeader}`) ?? {}
  if (!hostHeader || hostname === undefined) return false
  return isIP(hostname.replaceAll(/[[\]]/g, '')) > 0 || isLoopback(hostname) || hostname === host.toLowerCase()
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { host, collect, log }: { host: string; collect: () => Promise<string>; log: Log },
): Promise<void> {
  if (!isAllowedHost(request.headers.host, host)) {
    response.writeHead(421).end()
    return
  }
  const isMetrics = request.url?.split('?')[0] === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '')
  if (!isMetrics) {
    response.writeHead(404).end()
    return
  }
  try {
    const text = await collect()
    response
      .writeHead(200, { 'content-type': Registry.OPENMETRICS_CONTENT_TYPE, 'cache-control': 'no-store' })
      .end(text)
  } catch (error) {
    log('error', 'metrics-failed', { error: error instanceof Error ? error.name : 'unknown' })
    response.writeHead(500).end()
  }
}
