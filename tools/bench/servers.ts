import { readFileSync, readdirSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, PORTAL, ROOT, startCommand } from '#harness/server-process.ts'

/** Git-ignored; databases stay here from run to run. */
export const CACHE = join(ROOT, '.cache/bench')

/** A folder that is removed at the end of its scope. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'portal-bench-'))

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
  return await startCommand({ ...PORTAL, ...how, env })
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
  const fields = statOf(pid)
  return fields && ticks(fields, 11, 12)
}

/** The same of a process with all that it has started, of those that have ended too. */
export function processorTimeOfAll(pid: number): number | undefined {
  const fields = statOf(pid)
  if (!fields) return undefined
  const started = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)) ?? [])
    .filter((other) => Number(other[1]) === pid)
  return started.reduce((sum, other) => sum + ticks(other, 11, 12), ticks(fields, 11, 12, 13, 14))
}

/** From the third field of its line on, the first after the name. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  } catch {
    return undefined
  }
}

const ticks = (fields: string[], ...places: number[]) =>
  places.reduce((sum, place) => sum + Number(fields[place]), 0) / 100
