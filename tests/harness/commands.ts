import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { vi } from 'vitest'
import { type Opened, openDatabase } from '#server/node/db/database.ts'
import type { Place } from './clinic.ts'
import { ROOT } from './server-process.ts'

/** Shared cache of compiled code, which halves the start time of a process. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/server') }

export type { Place }

const envOf = ({ dataDir, databaseUrl }: Place) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  PUBLIC_URL: 'https://portal.example',
  SMTP_URL: '',
})

/** Starts a command as a separate process, for tests of its start, signals or concurrency. */
export function start(command: string, args: string[], where: Place): ChildProcess {
  return spawn(process.execPath, [path.join(ROOT, command), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...COMPILED, ...envOf(where) },
  })
}

export async function runProcess(command: string, args: string[], where: Place) {
  const child = start(command, args, where)
  let output = ''
  let errors = ''
  child.stdout!.on('data', (text) => (output += text))
  child.stderr!.on('data', (text) => (errors += text))
  const [code] = await once(child, 'close')
  return { code, output, errors }
}

let calls = 0
let isRunning = false

/** Runs a command in this process, which is faster. Only one can run at a time, because it changes the environment of the process. */
export async function run(command: string, args: string[], where: Place) {
  if (isRunning) throw new Error('Another command runs in this process: use runProcess')
  isRunning = true
  const { argv, env, exitCode } = process
  const mask = process.umask()
  let output = ''
  let errors = ''
  const addError = (text: unknown) => (errors += String(text))
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void (output += `${String(line)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void addError(`${String(line)}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => addError(text) !== undefined),
  ]
  try {
    process.argv = [process.execPath, command, ...args]
    process.env = { ...env, ...envOf(where) }
    process.exitCode = undefined
    // A module runs once for each URL, so each call has its own URL.
    await import(`${path.join(ROOT, command)}?call=${(calls += 1)}`)
    return { code: process.exitCode ?? 0, output, errors }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.assign(process, { argv, env, exitCode })
    process.umask(mask)
    isRunning = false
  }
}

export async function withDatabase<T>(where: Place, work: (db: Opened['db']) => Promise<T>): Promise<T> {
  // The timeout exceeds the time that an import waits for locks.
  const { db } = await openDatabase({ ...where, queryMs: 60_000 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
