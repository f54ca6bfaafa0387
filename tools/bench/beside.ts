import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Crowd, CrowdResult } from './crowd.ts'

/** Puts a server under load from a process of its own. */
export async function crowdAt(url: string, load: Omit<Crowd, 'host' | 'port'>): Promise<CrowdResult> {
  const { hostname: host, port } = new URL(url)
  return await runBeside<CrowdResult>('crowd.ts', { host, port: Number(port), ...load } satisfies Crowd)
}

/** Runs a script of this folder in a process of its own. What it is given and what it answers are JSON. */
export async function runBeside<Result>(script: string, given: object): Promise<Result> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.stdin.end(JSON.stringify(given))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>])
  process.off('exit', killed)
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(output) as Result
}
