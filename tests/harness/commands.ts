import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Opened, openDatabase } from '#server/node/database.ts'
import { ROOT } from './server-process.ts'

/** What Node has compiled once need not be compiled by every process: it starts in half the time. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/server') }

/** Where a command finds what it works on. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

export function start(command: string, args: string[], { dataDir, databaseUrl }: Place): ChildProcess {
  return spawn(process.execPath, [path.join(ROOT, command), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...COMPILED,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      PUBLIC_URL: 'https://portal.example',
      SMTP_URL: '',
    },
  })
}

export async function run(command: string, args: string[], where: Place) {
  const child = start(command, args, where)
  let output = ''
  let errors = ''
  child.stdout!.on('data', (text) => (output += text))
  child.stderr!.on('data', (text) => (errors += text))
  const [code] = await once(child, 'close')
  return { code, output, errors }
}

export async function look<T>(where: Place, work: (db: Opened['db']) => Promise<T>): Promise<T> {
  // Longer than the import waits for what is held meanwhile.
  const { db } = await openDatabase({ ...where, queryMs: 60_000 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
