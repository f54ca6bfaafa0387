import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { reportLocks } from './lock-triggers.ts'
import { startCluster, withClient } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database `postgres`, for creating other databases; null without PostgreSQL. */
    postgresUrl: string | null
  }
}

/** Name of the database from which new databases are copied. */
export const TEMPLATE = 'template_portal'
/** Name of the template whose triggers report locks. */
export const LOCKS_TEMPLATE = 'template_locks'

/** Starts a PostgreSQL server for this test run, with the migrated template databases. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const cluster = await startCluster({ durable: false })
  if (!cluster) {
    const text = 'No PostgreSQL found on this machine'
    if (process.env['CI'] === 'true') throw new Error(`${text}; under CI the tests must run on it`)
    console.warn(`${text}: the server tests run on SQLite only.`)
    project.provide('postgresUrl', null)
    return undefined
  }
  try {
    await makeTemplates(cluster.address)
    project.provide('postgresUrl', `${cluster.address}/postgres`)
    return cluster.remove
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

/** Creates the templates. Uses Dutch sorting if PostgreSQL supports it, so that no query relies on byte order. */
async function makeTemplates(address: string): Promise<void> {
  const dutch = `create database ${TEMPLATE} template template0 locale_provider icu icu_locale 'nl'`
  await withClient(`${address}/postgres`, (client) =>
    client.query(dutch).catch(() => client.query(`create database ${TEMPLATE}`)),
  )
  const db = openPostgres(`${address}/${TEMPLATE}`)
  await migrate(db, 'postgres')
  await db.destroy()
  await withClient(`${address}/postgres`, (client) =>
    client.query(`create database ${LOCKS_TEMPLATE} template ${TEMPLATE}`),
  )
  await withClient(`${address}/${LOCKS_TEMPLATE}`, reportLocks)
}
