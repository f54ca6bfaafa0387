import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
/** Git-ignored; databases stay here from run to run. */
export const CACHE = join(ROOT, '.cache/bench')

const START_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 15_000

export interface RunningServer {
  url: string
  pid: number
  stop(): Promise<void>
}

export interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
  /** Given to the command as its standard input. */
  input?: string
}

export const PORTAL: Command = { command: process.execPath, args: ['server/cli/start.ts'] }

/** As people start it, with the check of the build before it. */
export function npmStart(): Command {
  const npm = process.env['npm_execpath']
  return npm
    ? { command: process.execPath, args: [npm, 'start'] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: ['start'] }
}

/** The portal's server on a data folder of its own, at a port that is free. */
export async function startPortal(
  dataDir: string,
  { demo = false, ...how }: Partial<Command> & { demo?: boolean } = {},
) {
  const env = { DATA_DIR: dataDir, DEMO: demo ? 'on' : 'off', ...how.env }
  return await startServer({ ...PORTAL, ...how, env })
}

/** Starts a process that says where it listens. Of this process's settings it gets none. */
export async function startServer({ command, args, env, input }: Command): Promise<RunningServer> {
  const grouped = process.platform !== 'win32'
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what npm starts ends with npm.
    detached: grouped,
    shell: command.endsWith('.cmd'),
  })
  const kill = (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    if (grouped) process.kill(-child.pid, signal)
    else child.kill(signal)
  }
  const killed = () => kill('SIGKILL')
  process.once('exit', killed)
  child.stdin.end(input)
  try {
    const url = await addressOf(child)
    return {
      url,
      pid: child.pid!,
      async stop() {
        process.off('exit', killed)
        const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
        kill('SIGTERM')
        const late = setTimeout(() => kill('SIGKILL'), STOP_WITHIN_MS)
        await exited
        clearTimeout(late)
      },
    }
  } catch (error) {
    kill('SIGKILL')
    process.off('exit', killed)
    throw error
  }
}

/** Reads until the address is there, and from then on so that the process never waits for a reader. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (reason: string) => reject(new Error(`The server ${reason}:\n${said.slice(-2000)}`))
    const late = setTimeout(() => fail('said no address'), START_WITHIN_MS)
    const listen = (bytes: Buffer) => {
      if (said === 'heard') return
      said += bytes.toString()
      const [address] = /http:\/\/(localhost|127\.0\.0\.1):\d+(?=\s)/.exec(said) ?? []
      if (!address) return
      said = 'heard'
      clearTimeout(late)
      resolve(address.replace('localhost', '127.0.0.1'))
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(late)
      fail(`ended with ${code}`)
    })
  })
}

/** The memory that a process holds, in bytes; undefined where only the system's own tools would tell. */
export function residentMemory(pid: number): number | undefined {
  const kilobytes = statusOf(pid, /^VmRSS:\s+(\d+) kB/m)
  return kilobytes === undefined ? undefined : kilobytes * 1024
}

function statusOf(pid: number, pattern: RegExp): number | undefined {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** The processor time that a process has used, in seconds; undefined where it is not to be read. */
export function processorTime(pid: number): number | undefined {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return undefined
  }
}
