import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, envOf } from '#harness/clinic.ts'
import { ROOT } from '#harness/server-process.ts'
import { practiceId } from '../databases.ts'
import { exportText } from '../make-export.ts'

/** Writes an export of the first benchmark practice into the data folder, and returns its path. */
export async function writeExport(place: Place, clients: number): Promise<string> {
  const file = join(place.dataDir, 'large.jsonl')
  await writeFile(file, exportText({ clients, practices: 1, seed: 2 }))
  return file
}

/** Imports an export in another process while the server runs. Returns the exit code and standard error. */
export async function importExport(place: Place, file: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['server/cli/import/main.ts', '--practice', practiceId(0), '--skip-invalid', file],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DEMO: 'off', ...envOf(place) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  child.stderr.on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
