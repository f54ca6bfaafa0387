import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { TEST_TIMEOUT_MS } from './test-timeout.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** Except on Windows, a command leads a process group, so that its child processes end with it. */
const GROUPED = process.platform !== 'win32'

export interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
  input?: string
}

export const PORTAL: Command = { command: process.execPath, args: ['server/cli/start.js'] }

export type ServerProcess = ReturnType<typeof spawnCommand>
export type RunningServer = Awaited<ReturnType<typeof startCommand>>
export type ReadyServer = Awaited<ReturnType<typeof startServer>>

/** Starts a command, with a free port and without the settings of this process. */
export function spawnCommand({ command, args, env, input }: Command) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...env },
    stdio: 'pipe',
    detached: GROUPED,
    shell: command.endsWith('.cmd'),
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const output = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (output.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output.err += data.toString()))
  const killed = () => signal(child, 'SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  return { child, output, [Symbol.asyncDispose]: () => kill(child) }
}

/** Starts a server, and waits until it prints its address. */
export async function startCommand(command: Command) {
  const server = spawnCommand(command)
  try {
    return { ...server, url: await addressOf(server), pid: server.child.pid!, stop: () => stop(server.child) }
  } catch (error) {
    await kill(server.child)
    throw error
  }
}

const portal = (env: Record<string, string>): Command => ({ ...PORTAL, env: { DEMO: 'off', ...env } })

export const spawnServer = (env: Record<string, string>) => spawnCommand(portal(env))

/** Starts the real server, and waits until it is ready. `startMs` is how long the start took. */
export async function startServer(env: Record<string, string>) {
  const start = performance.now()
  const server = await startCommand(portal(env))
  try {
    const ready = await fetch(`${server.url}/api/health/ready`)
    await ready.body?.cancel()
    if (ready.status !== 200) throw new Error(`The server is not ready: ${ready.status}`)
    return { ...server, startMs: performance.now() - start }
  } catch (error) {
    await kill(server.child)
    throw error
  }
}

async function addressOf({ child, output }: ServerProcess): Promise<string> {
  const start = performance.now()
  for (;;) {
    const [address] = /http:\/\/(localhost|127\.0\.0\.1):\d+(?=[\s"])/.exec(output.out) ?? []
    if (address) return address.replace('localhost', '127.0.0.1')
    if (hasEnded(child)) throw new Error(`The server ended: ${output.out}${output.err}`)
    if (performance.now() - start > TEST_TIMEOUT_MS)
      throw new Error(`The server does not start: ${output.out}${output.err}`)
    await delay(5)
  }
}

export const logOf = ({ output }: ServerProcess): ({ event: string } & Record<string, unknown>)[] =>
  output.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

export const hasEnded = (child: ChildProcessWithoutNullStreams) => child.exitCode !== null || child.signalCode !== null

function signal(child: ChildProcessWithoutNullStreams, name: NodeJS.Signals): void {
  if (hasEnded(child) || child.pid === undefined) return
  if (GROUPED) process.kill(-child.pid, name)
  else child.kill(name)
}

/** Kills a process at once, similar to a power failure. */
export async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  signal(child, 'SIGKILL')
  await exited
}

/** Sends SIGTERM to a process, and SIGKILL if it does not end in time. */
export async function stop(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  signal(child, 'SIGTERM')
  const late = setTimeout(() => signal(child, 'SIGKILL'), TEST_TIMEOUT_MS)
  await exited
  clearTimeout(late)
}
