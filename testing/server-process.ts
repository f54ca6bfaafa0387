import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'server/cli/start.ts')
/** What Node has compiled once need not be compiled by every process: it starts in half the time. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache/node') }
const START_WITHIN_MS = 30_000

export interface ChildServer extends AsyncDisposable {
  child: ChildProcessWithoutNullStreams
  said: { out: string; err: string }
}

export interface ReadyServer extends ChildServer {
  base: string
  /** From the start of the process to its first answer. */
  startMs: number
}

/** The real server as a process of its own, at a port that is free. Of this process's settings it gets none. */
export function spawnServer(env: Record<string, string>): ChildServer {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', ...COMPILED, ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()))
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  return { child, said, [Symbol.asyncDispose]: () => kill(child) }
}

/** A server that is ready for calls. */
export async function startServer(env: Record<string, string>): Promise<ReadyServer> {
  const start = performance.now()
  const server = spawnServer(env)
  try {
    const base = await addressOf(server, start)
    const ready = await fetch(`${base}/api/health/ready`)
    await ready.body?.cancel()
    if (ready.status !== 200) throw new Error(`The server is not ready: ${ready.status}`)
    return { ...server, base, startMs: performance.now() - start }
  } catch (error) {
    await kill(server.child)
    throw error
  }
}

async function addressOf({ child, said }: ChildServer, start: number): Promise<string> {
  for (;;) {
    const [, address] = /^Dierenportaal: (\S+)$/m.exec(said.out) ?? []
    if (address) return address.replace('localhost', '127.0.0.1')
    if (hasEnded(child)) throw new Error(`The server ended: ${said.err}`)
    if (performance.now() - start > START_WITHIN_MS)
      throw new Error(`The server does not start: ${said.out}${said.err}`)
    await delay(5)
  }
}

export const hasEnded = (child: ChildProcessWithoutNullStreams) => child.exitCode !== null || child.signalCode !== null

/** As a power cut would: at once. */
export async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
