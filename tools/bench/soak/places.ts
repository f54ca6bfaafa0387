import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Place } from '#harness/clinic.ts'
import { type Cluster, startCluster } from '#harness/postgres-cluster.ts'
import { type ReadyServer, hasEnded, kill, startServer } from '#harness/server-process.ts'
import { temporaryFolder } from '../servers.ts'
import type { Soaked } from './report.ts'

export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  await using folder = await temporaryFolder()
  return await work(folder.path)
}

/** Runs the work with a temporary PostgreSQL that writes synchronously; reports if PostgreSQL is not installed. */
export async function onCluster(what: string, work: (cluster: Cluster) => Promise<Soaked>): Promise<Soaked> {
  const cluster = await startCluster({ durable: true })
  if (!cluster) return { rows: [{ what, measured: 'no PostgreSQL on this machine' }], found: [] }
  try {
    return await work(cluster)
  } finally {
    await cluster.remove()
  }
}

export async function newDatabase({ address }: Cluster, name: string): Promise<string> {
  await query(`${address}/postgres`, `create database ${name}`)
  return `${address}/${name}`
}

/** Runs SQL as an administrator of the database. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

export const onSqlite = <T>(work: (place: Place, engine: string) => Promise<T>): Promise<T> =>
  inFolder((dataDir) => work({ dataDir, databaseUrl: undefined }, 'SQLite'))

let databases = 0
/** Runs the work with a new database of the cluster and an empty data folder. */
export const placeOn = <T>(cluster: Cluster, work: (place: Place) => Promise<T>): Promise<T> =>
  inFolder(async (dataDir) => work({ dataDir, databaseUrl: await newDatabase(cluster, `soak_${++databases}`) }))

export const onPostgres = (what: string, work: (place: Place, cluster: Cluster) => Promise<Soaked>): Promise<Soaked> =>
  onCluster(what, (cluster) => placeOn(cluster, (place) => work(place, cluster)))

/** Runs the work on SQLite and then on PostgreSQL, each with its own data folder. */
export const onBoth = async (what: string, work: (place: Place, engine: string) => Promise<Soaked>): Promise<Soaked> =>
  together(await onSqlite(work), await onPostgres(`${what} on PostgreSQL`, (place) => work(place, 'PostgreSQL')))

export const together = (...soaked: Soaked[]): Soaked => ({
  rows: soaked.flatMap(({ rows }) => rows),
  found: soaked.flatMap(({ found }) => found),
})

/** Waits until the server is ready, at most `maxMs`. Returns the elapsed milliseconds. */
export async function untilReady({ url, child, output }: ReadyServer, maxMs: number): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (hasEnded(child)) throw new Error(`The server ended: ${output.err}`)
    const ready = await fetch(`${url}/api/health/ready`)
    await ready.body?.cancel()
    const passed = performance.now() - start
    if (ready.status === 200 || passed > maxMs) return passed
    await delay(10)
  }
}

/** Starts servers with the same settings; `next` returns their URLs in rotation. */
export async function startServers(count: number, env: Record<string, string>) {
  const servers: ReadyServer[] = []
  const end = async () => void (await Promise.all(servers.map(({ child }) => kill(child))))
  try {
    for (let number = 0; number < count; number += 1) servers.push(await startServer(env))
  } catch (error) {
    await end()
    throw error
  }
  let turn = 0
  return { servers, next: () => servers[turn++ % count]!.url, [Symbol.asyncDispose]: end }
}
