import { HOUR_MS } from '#contract/dates.ts'
import { getPath } from 'hono/utils/url'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { RELEASE } from '#server/release.ts'
import { IN_PAGE_OF_PRACTICES, SIGNED_OUT_CAPABILITIES } from '#contract/capabilities.ts'
import { createBackground } from '#server/http/background.ts'
import { capabilitiesOf } from '#server/http/capabilities.ts'
import { resealTotp } from '#server/auth/totp.ts'
import { acceptSecret } from './http/accept-secret.ts'
import { clientAddresses } from './http/client-address.ts'
import { createIdleCollector } from './collect-garbage.ts'
import { lockDataDir } from './data-lock.ts'
import { databaseFile, databaseName, openDatabase } from './db/database.ts'
import { openSqlite } from './db/sqlite.ts'
import { openFiles } from './files/files.ts'
import { createImages } from './files/images.ts'
import { importFolder } from './imports/import-folder.ts'
import { createImports } from './imports/imports.ts'
import { maintainImports, releaseImports } from '#server/import-jobs/drain.ts'
import { markPausedKeys } from '#server/import-jobs/paused-keys.ts'
import { notifyOfExpiringKeys } from '#server/import-jobs/keys.ts'
import { requireWritable, watchFreeSpace } from './files/free-space.ts'
import { sealSigningKeys } from '#server/http/url-signing-key.ts'
import { createXsrf } from '#server/http/xsrf.ts'
import { type Connection, listen } from './http/listen.ts'
import { outboxFolder, smtp } from './mail-carriers.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { queueDueReminders } from '#server/mail/reminders/queue-due.ts'
import type { Metrics, createMetrics } from './metrics.ts'
import { createPasswords } from './passwords.ts'
import { createWebhookSender } from './webhooks/webhook-sender.ts'
import { deliverWebhooks } from '#server/webhooks/deliver.ts'
import { resealWebhooks } from '#server/webhooks/secrets.ts'
import { createBundles } from './pdf/bundles.ts'
import { createPdfRenderer } from './pdf/pdf-renderer.ts'
import { pricesHead } from '#server/prices/price-list.ts'
import { purge } from '#server/purge/purge.ts'
import { workOnForms } from '#server/forms/notify.ts'
import { followDueEstimates } from '#server/estimates/due.ts'
import { notifyPractices } from '#server/requests/notify.ts'
import type { Background } from '#server/context.ts'
import type { LogEvent } from '#server/log-events.ts'
import type { Imports, Log, Ports } from '#server/ports.ts'
import type { PoolState } from './db/postgres.ts'
import { wellKnownResponse, relyingPartyOf } from './http/well-known.ts'
import { readSecrets } from './secret.ts'
import { hasPractice } from '#server/practice/add.ts'
import { createSetupCode } from '#server/setup/code.ts'
import type { Settings } from './settings.ts'
import { openSlowReads } from './db/slow-reads.ts'
import { StartError, withStartError } from './start-error.ts'
import { startWarnings } from './start-warnings.ts'
import type { Database } from '#server/db/schema.ts'
import { oneRow } from '#server/db/one-row.ts'
import { logUnreadable } from '#server/db/stored.ts'
import { databaseTime } from '#server/db/time.ts'
import { upgradeLog } from '#server/access-log/upgrade.ts'
import { fillSearch } from '#server/clients/fill-search.ts'
import { fillRequestSearch } from '#server/requests/fill-search.ts'
import { loadPortal } from './http/static.ts'
import { sendsLocalLinks } from './local-url.ts'
import { requireKnownDatabase } from './used-folder.ts'
import { isPortalAddress } from '#contract/portal-routes.ts'

const BUILT_PORTAL = join(import.meta.dirname, '../../dist')
/** Rate limit key shared by all connections that closed before their address was read. */
const NO_ADDRESS = 'none'
const OUTBOX_INTERVAL_MS = 60_000
/** Shorter than the lease of an export. */
const IMPORTS_INTERVAL_MS = 20_000
const PURGE_INTERVAL_MS = HOUR_MS
/** Longest delay of an event after its change. */
const WEBHOOKS_INTERVAL_MS = 5000
/** Delay of the first garbage collection, so that it does not slow down the first requests. */
const FIRST_GC_MS = 1000
const GC_INTERVAL_MS = 20_000

export interface OpenServer {
  url: string
  /** Finishes running requests and background work, then unlocks the data folder. */
  stop(): Promise<void>
}

/**
 * Composition root: ports, app, socket, timers and shutdown. Start messages for the operator go to `print` as sentences
 * if given, else to the log.
 */
export async function openServer(
  settings: Settings,
  { log, print }: { log: Log; print?: ((line: string) => void) | undefined },
): Promise<OpenServer> {
  // Closed in reverse order, or at once if the start fails.
  await using opened = new AsyncDisposableStack()
  const { host, dataDir, limits } = settings

  const unlock = await withStartError(`The data folder ${dataDir} cannot be used`, () => lockFolder(settings))
  opened.defer(unlock)
  let pool: (() => PoolState) | undefined
  const { db, engine, migrated } = await withStartError(databaseName(settings), () =>
    openDatabase({
      ...settings,
      queryMs: limits.queryMs,
      pooled: (state) => (pool = state),
      isNew: () => requireKnownDatabase(settings),
    }),
  )
  opened.defer(() => db.destroy())
  opened.defer(logUnreadable(log))
  // The secret is created after the database. A first start that is killed in between would otherwise leave a secret
  // without a database, which the next start would report as a lost database.
  const given = await withStartError(`The data folder ${dataDir} cannot be used`, () => readSecrets(settings))
  const { secret, former: formerSecret } = await acceptSecret(db, given, new Date())
  const clock = () => new Date()
  const keyStore = { db, secret, formerSecret, clock }
  await sealSigningKeys(keyStore)
  if (formerSecret) {
    await resealTotp(keyStore)
    await resealWebhooks(keyStore)
  }
  const stopping = new AbortController()
  const isFull = watchFreeSpace(settings, { least: limits.freeDiskBytes })
  const isLow = watchFreeSpace(settings, { least: limits.lowDiskBytes })
  const imports = createImports(importFolder(join(dataDir, 'imports'), { maxBytes: limits.importBytes, isFull }), {
    location: { dataDir, databaseUrl: settings.databaseUrl, storage: settings.storage },
    stopping: stopping.signal,
    limits,
  })
  const metrics = settings.metrics && (await measure({ db, clock, log, pool: () => pool?.(), ...settings }))
  if (metrics) opened.defer(() => metrics.close())
  const passwords = createPasswords({ waiting: limits.passwordQueue })
  const pdf = createPdfRenderer()
  const bundles = createBundles(log)
  const images = createImages(log)
  metrics?.meter.watch('passwords', passwords.state)
  metrics?.meter.watch('documents', pdf.state)
  metrics?.meter.watch('bundles', bundles.state)
  metrics?.meter.watch('images', images.state)
  const slowReads = settings.databaseUrl ? undefined : openSlowReads(databaseFile(dataDir), limits)
  const ports: Ports = {
    db,
    slowReads,
    memoryDatabase: async () => openSqlite(':memory:'),
    clock,
    databaseClock: settings.databaseUrl === undefined ? undefined : () => databaseTime(db),
    passwords,
    mail: carrierOf(settings, stopping.signal),
    webhooks: createWebhookSender({ networks: settings.webhookNetworks, stopping: stopping.signal }),
    files: openFiles(settings),
    pdf,
    bundles,
    images,
    secret,
    formerSecret,
    log,
    settings: settingsOfApp(settings),
    stopping: stopping.signal,
    imports,
    isFull,
    isLow,
    meter: metrics?.meter,
  }
  const demo = settings.demo ? await prepareDemo(ports) : undefined

  const background = createBackground(log)
  opened.defer(() => releaseImports({ ...ports, imports }))
  opened.defer(() => background.idle())
  const api = createApp(ports, background)
  const portal = await openPortal(settings, ports)
  const metricsAddress =
    metrics &&
    settings.metrics &&
    `${authority(settings.metrics.host)}:${await listenForMetrics(metrics, settings.metrics)}`
  const fetch = router(settings, { api, portal })
  const listening = await withStartError(`Cannot listen on ${host}:${settings.port}`, () =>
    listen({ ...settings, fetch }),
  )
  opened.defer(() => listening.drain())
  const stopTimers = startTimers({ ...ports, imports }, background, { isAlone: settings.databaseUrl === undefined })
  const { count: practices } = await oneRow(sql<{ count: number | string }>`select count(*) as count from practice`, db)
  const started = {
    ...RELEASE,
    url: publicAddress(settings, listening.port),
    engine,
    practices: Number(practices),
  }
  const report: LogOrPrint = (level, event, fields, sentence) => (print ? print(sentence) : log(level, event, fields))
  if (migrated.length > 0) report('info', 'migrated', { migrations: migrated }, `Migrated: ${migrated.join(', ')}`)
  report(
    'info',
    'started',
    started,
    `Dierenportaal ${RELEASE.version}: ${started.url} (${engine}, ${practices} practices)`,
  )
  logStartDetails(report, settings, { portal, demo, metricsAddress })
  await printSetupCode(report, db, started.url)
  opened.defer(() => {
    stopping.abort()
    stopTimers()
  })
  const all = opened.move()
  return { url: started.url, stop: () => all.disposeAsync() }
}

const settingsOfApp = (settings: Settings): Ports['settings'] => {
  const { publicUrl, allowedOrigins, limits, oauth, oidc } = settings
  return {
    publicUrl,
    isLocal: sendsLocalLinks(settings),
    relyingParty: relyingPartyOf(publicUrl),
    allowedOrigins,
    https: publicUrl.startsWith('https:'),
    limits,
    oauth,
    oidc,
  }
}

const carrierOf = (settings: Settings, stopping: AbortSignal): Ports['mail'] =>
  settings.smtpUrl
    ? smtp(settings.smtpUrl, settings, { stopping })
    : outboxFolder(join(settings.dataDir, 'outbox'), settings)

async function openPortal({ uploadTo, serviceWorker }: Settings, ports: Ports) {
  const names = (await hasPractice(ports.db)) ? IN_PAGE_OF_PRACTICES : SIGNED_OUT_CAPABILITIES
  return loadPortal(BUILT_PORTAL, {
    https: ports.settings.https,
    xsrf: createXsrf(ports, ports.settings.https),
    uploadTo,
    capabilities: capabilitiesOf(ports, names),
    issuerName: ports.settings.oidc?.name,
    serviceWorker,
    isAddress: isPortalAddress,
    headOf: (pathname) => pricesHead(ports.db, pathname),
  })
}

/** Routes requests to the API, the files, the well-known paths, and else the portal. */
function router(
  settings: Settings,
  { api, portal }: { api: ReturnType<typeof createApp>; portal: ReturnType<typeof loadPortal> },
) {
  const addressOf = clientAddresses(settings.trustedProxies)
  return (request: Request, { peerAddress }: Connection) => {
    const path = getPath(request)
    if (path === '/api' || path.startsWith('/api/') || path.startsWith('/files/')) {
      const clientAddress = addressOf(peerAddress, () => request.headers.get('x-forwarded-for')) ?? NO_ADDRESS
      return api.fetch(request, { clientAddress })
    }
    const wellKnown = wellKnownResponse(request, settings)
    if (wellKnown) return wellKnown
    return portal ? portal(request) : new Response('The portal is not built: npm run build\n', { status: 404 })
  }
}

/** Starts the background work, now and at intervals; returns a function that ends the intervals. */
function startTimers(
  ports: Ports & { imports: Imports },
  background: Background,
  { isAlone }: { isAlone: boolean },
): () => void {
  const deliver = () => {
    background.run('reminder-mails', () => queueDueReminders(ports))
    background.run('request-mails', () => notifyPractices(ports))
    background.run('forms', () => workOnForms(ports))
    background.run('estimates', () => followDueEstimates(ports))
    background.run('outbox', () => deliverOutbox(ports))
  }
  const sendEvents = () => background.run('webhooks', () => deliverWebhooks(ports))
  const load = () => background.run('imports', () => maintainImports(ports, { isAlone }))
  const clean = () => {
    background.run('purge', () => purge(ports))
    background.run('import-keys', async () => {
      await markPausedKeys(ports)
      await notifyOfExpiringKeys(ports)
    })
    background.run('search', async () => {
      await fillSearch(ports)
      await upgradeLog(ports)
      await fillRequestSearch(ports)
    })
  }
  const every = (ms: number, work: () => void) => {
    work()
    return setInterval(work, ms)
  }
  const intervals = [
    every(OUTBOX_INTERVAL_MS, deliver),
    every(IMPORTS_INTERVAL_MS, load),
    every(WEBHOOKS_INTERVAL_MS, sendEvents),
    every(PURGE_INTERVAL_MS, clean),
  ]
  const collectIfIdle = createIdleCollector()
  const collect = () => background.run('garbage', collectIfIdle)
  const firstCollection = setTimeout(collect, FIRST_GC_MS)
  intervals.push(setInterval(collect, GC_INTERVAL_MS))
  return () => {
    for (const interval of intervals) clearInterval(interval)
    clearTimeout(firstCollection)
  }
}

type LogOrPrint = (level: 'info' | 'warn', event: LogEvent, fields: Record<string, unknown>, sentence: string) => void

function logStartDetails(
  report: LogOrPrint,
  settings: Settings,
  {
    portal,
    demo,
    metricsAddress,
  }: { portal: unknown; demo: Awaited<ReturnType<typeof prepareDemo>>; metricsAddress: string | undefined },
): void {
  if (!portal) {
    report('warn', 'portal-not-built', {}, 'The portal itself is not built yet (npm run build); the API is there.')
  }
  if (demo) {
    const sentence = `Demo accounts: ${demo.accounts.join(', ')}; the password of all: ${demo.password}`
    report('info', 'demo-loaded', demo, sentence)
  }
  if (metricsAddress) {
    const url = `http://${metricsAddress}/metrics`
    report('info', 'metrics', { url }, `Metrics: ${url}`)
  }
  for (const text of startWarnings(settings)) report('warn', 'setting', { text }, `Warning: ${text}`)
}

/**
 * If there is no practice, prints the address of the set-up, with its one-time code. The log has the code too, because the operator of a
 * service sees nothing else.
 */
async function printSetupCode(report: LogOrPrint, db: Database, baseUrl: string): Promise<void> {
  const made = await createSetupCode(db, new Date())
  if (!made) return
  const { code, endsAt: expires } = made
  const url = `${baseUrl}/setup#${code}`
  const sentence = `There is no practice yet. Set up the first one within an hour:\n\n    ${url}\n`
  report('info', 'setup-code', { url, expires }, `\n${sentence}`)
}

/** Imported lazily, because metrics are optional. */
async function measure(measured: Parameters<typeof createMetrics>[0]): Promise<Metrics> {
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(measured)
}

const listenForMetrics = (metrics: Metrics, at: NonNullable<Settings['metrics']>) =>
  withStartError(`Cannot listen on ${at.host}:${at.port} (METRICS_PORT)`, () => metrics.listen(at))

/** Host as in a URL: IPv6 in brackets. */
const authority = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Locks the data folder. SQLite allows one server per data folder; with PostgreSQL several may share it. */
function lockFolder(settings: Settings): () => void {
  const { dataDir, databaseUrl } = settings
  requireWritable(settings)
  const unlock = databaseUrl ? () => {} : lockDataDir(dataDir, 'server')
  if (!unlock) throw new StartError(`Another server is running on the data folder ${dataDir}`)
  return unlock
}

/** Loads demo data into an empty database and returns the demo accounts. */
async function prepareDemo(ports: Ports): Promise<{ accounts: readonly string[]; password: string } | undefined> {
  const { DEMO_ACCOUNTS, DEMO_PASSWORD, isEmpty, loadDemo } = await import('#server/demo/load.ts')
  if (!(await isEmpty(ports.db))) return undefined
  const { readSamples } = await import('./demo-samples.ts')
  const isLoaded = await loadDemo(ports.db, ports, {
    files: ports.files,
    samples: await readSamples(),
    submit: ports,
  })
  return isLoaded ? { accounts: DEMO_ACCOUNTS, password: DEMO_PASSWORD } : undefined
}

function publicAddress({ publicUrl, port }: Settings, listeningPort: number): string {
  return port === 0 ? `http://localhost:${listeningPort}` : publicUrl
}
