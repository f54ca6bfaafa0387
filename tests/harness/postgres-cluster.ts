import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { TEST_TIMEOUT_MS } from './test-timeout.ts'

export type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>

/** User that runs PostgreSQL, which refuses to run as root. */
interface RunAs {
  uid?: number
  gid?: number
}

/** Settings of a server that may lose its data in a crash. */
const UNSAFE_SETTINGS =
  'fsync=off full_page_writes=off synchronous_commit=off autovacuum=off wal_level=minimal max_wal_senders=0 max_wal_size=4GB checkpoint_timeout=1h'

/** Starts a PostgreSQL server on the loopback interface. Returns undefined if PostgreSQL is not installed. */
export async function startCluster({ durable }: { durable: boolean }) {
  const bin = findPostgres()
  if (!bin) return undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pg-'))
  const runAs = otherUser()
  if (runAs.uid !== undefined) await chown(folder, runAs.uid, runAs.gid!)
  const port = await freePort()
  const address = `postgres://portal@127.0.0.1:${port}`
  const options = ['-D', folder, '-A', 'trust', '-U', 'portal', '-E', 'UTF8', '--no-locale', '--no-sync']
  await promisify(execFile)(path.join(bin, 'initdb'), options, { ...runAs, cwd: folder })

  const start = () => startServer(path.join(bin, 'postgres'), { folder, port, runAs, durable })
  let server = start()
  const cluster = {
    /** URL without a database name. */
    address,
    pid: () => server.pid!,
    /** Kills the main process, so that the next start recovers. The other processes end a little later. */
    kill: () => end(server, 'SIGKILL'),
    async restart() {
      const deadline = performance.now() + TEST_TIMEOUT_MS
      // The server does not start until all processes of the killed server have ended.
      do {
        await delay(20)
        server = start()
      } while (!(await isReachable(address, server)) && performance.now() < deadline)
    },
    async remove() {
      await end(server, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
  if (await isReachable(address, server)) return cluster
  await cluster.remove()
  throw new Error('PostgreSQL did not start')
}

/** Connects to a database, runs work and closes the connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
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

function startServer(
  file: string,
  { folder, port, runAs, durable }: { folder: string; port: number; runAs: RunAs; durable: boolean },
): ChildProcess {
  const settings = ['max_connections=200', ...(durable ? [] : UNSAFE_SETTINGS.split(' '))]
  const options = ['-D', folder, '-k', folder, '-h', '127.0.0.1', '-p', String(port)]
  const server = spawn(file, [...options, ...settings.flatMap((setting) => ['-c', setting])], {
    ...runAs,
    cwd: folder,
    stdio: 'ignore',
  })
  const quit = () => void server.kill('SIGQUIT')
  process.once('exit', quit)
  server.once('exit', () => process.off('exit', quit))
  return server
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

/** Waits until a server accepts connections; false if it ends instead. */
async function isReachable(address: string, server: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + TEST_TIMEOUT_MS
  while (!hasEnded(server) && performance.now() < deadline) {
    const client = new Client(`${address}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      await delay(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}
