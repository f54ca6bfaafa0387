import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database `postgres`, from which others are made; null where there is no PostgreSQL. */
    postgresUrl: string | null
  }
}

/** The database that new ones are copied from. */
export const TEMPLATE = 'template_portal'

/** A user that PostgreSQL, which refuses root, can be run as. */
interface RunAs {
  uid?: number
  gid?: number
}

/** Starts a PostgreSQL that only this run of the tests uses, with an empty portal to copy. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const bin = findPostgres()
  if (!bin) {
    const text = 'No PostgreSQL found on this machine'
    if (process.env['CI'] === 'true') throw new Error(`${text}; under CI the tests must run on it`)
    console.warn(`${text}: the server tests run on SQLite only.`)
    project.provide('postgresUrl', null)
    return undefined
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pg-'))
  const runAs = otherUser()
  if (runAs.uid !== undefined) await chown(folder, runAs.uid, runAs.gid!)
  const port = await freePort()
  const options = ['-D', folder, '-A', 'trust', '-U', 'portal', '-E', 'UTF8', '--no-locale', '--no-sync']
  await promisify(execFile)(path.join(bin, 'initdb'), options, { ...runAs, cwd: folder })
  const server = startServer(path.join(bin, 'postgres'), { folder, port, runAs })
  const stop = async () => {
    await end(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const address = `postgres://portal@127.0.0.1:${port}`
    await ready(`${address}/postgres`, server)
    await makeTemplate(address)
    project.provide('postgresUrl', `${address}/postgres`)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function findPostgres(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
    ...globSync('/opt/homebrew/opt/postgresql*/bin'),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

function otherUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}

// What is written need not outlive the run.
function startServer(
  file: string,
  { folder, port, runAs }: { folder: string; port: number; runAs: RunAs },
): ChildProcess {
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'autovacuum=off']
  const options = ['-D', folder, '-k', folder, '-h', '127.0.0.1', '-p', String(port)]
  return spawn(file, [...options, ...settings.flatMap((setting) => ['-c', setting])], {
    ...runAs,
    cwd: folder,
    stdio: 'ignore',
  })
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; server.exitCode === null && tries < 200; tries += 1) {
    const client = new Client(url)
    try {
      await client.connect()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** Sorted as Dutch where the build can: whatever relies on the order of bytes has to say so. */
async function makeTemplate(address: string): Promise<void> {
  const client = new Client(`${address}/postgres`)
  await client.connect()
  try {
    const dutch = `create database ${TEMPLATE} template template0 locale_provider icu icu_locale 'nl'`
    await client.query(dutch).catch(() => client.query(`create database ${TEMPLATE}`))
  } finally {
    await client.end()
  }
  const db = openPostgres(`${address}/${TEMPLATE}`)
  await migrate(db, 'postgres')
  await db.destroy()
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGQUIT')
  await ended
}
