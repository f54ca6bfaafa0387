import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Place } from '#harness/clinic.ts'
import { type Cluster, startCluster } from '#harness/postgres-cluster.ts'
import type { Soaked } from './report.ts'

export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-soak-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Works with a PostgreSQL of one's own, that writes as it would in earnest, where the machine has one. */
export async function onCluster(what: string, work: (cluster: Cluster) => Promise<Soaked>): Promise<Soaked> {
  const cluster = await startCluster({ durable: true })
  if (!cluster) return { rows: [{ what, measured: 'no PostgreSQL on this machine' }], found: [] }
  try {
    return await work(cluster)
  } finally {
    await cluster.remove()
  }
}

/** Answers the address of a new database. */
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

/** The same on both engines, each in a place of its own. */
export async function onBoth(what: string, work: (place: Place, engine: string) => Promise<Soaked>): Promise<Soaked> {
  const sqlite = await inFolder((dataDir) => work({ dataDir, databaseUrl: undefined }, 'SQLite'))
  const postgres = await onCluster(`${what} on PostgreSQL`, async (cluster) => {
    const databaseUrl = await newDatabase(cluster, 'soak')
    return await inFolder((dataDir) => work({ dataDir, databaseUrl }, 'PostgreSQL'))
  })
  return together(sqlite, postgres)
}

export const together = (...soaked: Soaked[]): Soaked => ({
  rows: soaked.flatMap(({ rows }) => rows),
  found: soaked.flatMap(({ found }) => found),
})
