import { readFileSync, readdirSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, PORTAL, ROOT, startCommand } from '#harness/server-process.ts'

/** Folder for databases and other files that are reused by later runs; ignored by Git. */
export const CACHE = join(ROOT, '.cache/bench')

/** Creates a folder that is removed when its `await using` scope ends. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'portal-bench-'))

/** Returns the command `npm start`, which also checks the build. */
export function npmStart(): Command {
  const npm = process.env['npm_execpath']
  return npm
    ? { command: process.execPath, args: [npm, 'start'] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: ['start'] }
}

export async function startPortal(
  dataDir: string,
  { demo = false, ...how }: Partial<Command> & { demo?: boolean } = {},
) {
  const env = { DATA_DIR: dataDir, DEMO: demo ? 'on' : 'off', ...how.env }
  return await startCommand({ ...PORTAL, ...how, env })
}

/** Returns the resident memory of a process in bytes; undefined on systems without `/proc`. */
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

/** Returns the processor time of a process in seconds; undefined on systems without `/proc`. */
export function processorTime(pid: number): number | undefined {
  const fields = statOf(pid)
  return fields && ticks(fields, 11, 12)
}

/** Returns the processor time of a process and its children in seconds, including children that have ended. */
export function processorTimeOfAll(pid: number): number | undefined {
  const fields = statOf(pid)
  if (!fields) return undefined
  const started = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)) ?? [])
    .filter((other) => Number(other[1]) === pid)
  return started.reduce((sum, other) => sum + ticks(other, 11, 12), ticks(fields, 11, 12, 13, 14))
}

/** Returns the fields of `/proc/PID/stat` from the third, the first field after the process name. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  } catch {
    return undefined
  }
}

const ticks = (fields: string[], ...places: number[]) =>
  places.reduce((sum, place) => sum + Number(fields[place]), 0) / 100
