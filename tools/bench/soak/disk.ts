import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ReadyServer, startServer } from '#harness/server-process.ts'
import { PRACTICE, type Place, addClients, envOf, makeClinic, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { joined, unexpected } from './crowd.ts'
import { together } from './places.ts'
import { type Bounds, type Soaked, counted, holds, none, progress, slowest } from './report.ts'

const WHAT = 'disk'
const SIZE = 48 * 1024 * 1024
const GUARD = 16 * 1024 * 1024
const CLIENTS = 8000
const WRITES = 150
const RESPONSE_MS = 5000
const CHUNK = Buffer.alloc(32 * 1024, 1)
const BACK_MS = 5000

interface Book {
  acknowledged: Set<string>
  statuses: Record<string, number>
  slowestMs: number
}

/** Repeatedly fills and clears a small disk, with and without the limit of free disk space. */
export async function soakDisk(folder: string, { rounds, isOver }: Bounds): Promise<Soaked> {
  const run = promisify(execFile)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder])
  } catch {
    return { rows: [{ what: WHAT, measured: 'no small disk may be mounted here' }], found: [] }
  }
  try {
    const place = { dataDir: folder, databaseUrl: undefined }
    await makeClinic(place)
    const waiting = await addClients(place, CLIENTS)
    const guarded = await soakFilling(place, waiting, { guard: GUARD, rounds: Math.min(rounds, 5), isOver })
    const full = await soakFilling(place, waiting, { guard: 0, rounds: Math.min(rounds, 5), isOver })
    return together(guarded, full)
  } finally {
    await run('umount', [folder])
  }
}

async function soakFilling(
  place: Place,
  waiting: string[],
  { guard, rounds, isOver }: { guard: number; rounds: number; isOver(): boolean },
): Promise<Soaked> {
  const what = guard > 0 ? `${WHAT} nearly full` : `${WHAT} full to the last byte`
  await using server = await startServer({ ...envOf(place), LIMIT_FREE_DISK_BYTES: String(guard) })
  const token = await signIn(server.url)
  const book: Book = { acknowledged: new Set(), statuses: {}, slowestMs: 0 }
  const back: number[] = []
  const found: string[] = []
  const sums = { rounds: 0, rejected: 0, notRead: 0, notReported: 0, damages: 0 }
  while (sums.rounds < rounds && waiting.length > WRITES && !isOver()) {
    sums.rounds += 1
    const { bavail, bsize } = await statfs(place.dataDir)
    const ballast = join(place.dataDir, 'ballast')
    const filling = fill(ballast, guard > 0 ? bavail * bsize - guard / 2 : Infinity)
    const fullResponses = () => book.statuses['507'] ?? 0
    const before = fullResponses()
    for (let write = 0; write < WRITES; write += 1) await register(server, token, waiting, book)
    await filling
    // SQLite can still write into file space that it allocated before, until the space is used up.
    for (let write = 0; write < 4 * WRITES && fullResponses() === before; write += 1)
      await register(server, token, waiting, book)
    const next = await register(server, token, waiting, book)
    // On a full disk a small write may still fit into file space that SQLite allocated before.
    if (guard > 0 ? next === 507 : fullResponses() > before) sums.rejected += 1
    if ((await statusOf(server, `practice/${PRACTICE}/clients`, token)) !== 200) sums.notRead += 1
    const ready = await fetch(`${server.url}/api/health/ready`)
    const { status } = (await ready.json()) as { status: string }
    if (ready.status !== 200 || status !== 'degraded') sums.notReported += 1

    await rm(ballast)
    const start = performance.now()
    while ((await register(server, token, waiting, book)) !== 201 && performance.now() - start < 2 * BACK_MS)
      await delay(20)
    back.push(performance.now() - start)
    const { lost, torn } = await damageAt(place, book.acknowledged)
    sums.damages += lost.length + torn.length
    found.push(...[...lost, ...torn].map((damage) => `${what}, round ${sums.rounds}: ${damage}`))
    progress(what, sums.rounds, rounds)
  }
  const responses = unexpected(what, 'answers that are neither 201 nor 507', book.statuses, ['201', '507'])
  return {
    rows: counted(`${what}: rounds`, sums.rounds, joined(book.statuses), [
      holds(`${what}: writes are 507, each time`, sums.rejected === sums.rounds),
      responses.row,
      none(`${what}: lists that could not be read`, sums.notRead),
      none(`${what}: times that readiness ${guard > 0 ? 'did not say so' : 'was gone'}`, sums.notReported),
      slowest(`${what}: an answer`, [book.slowestMs], RESPONSE_MS),
      slowest(`${what}: from room again to the first write`, back, BACK_MS),
      none(`${what}: acknowledged and lost, or torn`, sums.damages),
    ]),
    found: [...found, ...responses.found],
  }
}

async function register(server: ReadyServer, token: string, waiting: string[], book: Book): Promise<number> {
  const client = waiting.pop()
  if (client === undefined) throw new Error('There are no clients left to register')
  const start = performance.now()
  const status = await statusOf(server, `practice/${PRACTICE}/clients?clientUuid=${client}`, token, 'POST')
  book.slowestMs = Math.max(book.slowestMs, performance.now() - start)
  book.statuses[status] = (book.statuses[status] ?? 0) + 1
  if (status === 201) book.acknowledged.add(client)
  else waiting.unshift(client)
  return status
}

async function statusOf({ url: base }: ReadyServer, path: string, token: string, method = 'GET'): Promise<number> {
  const response = await fetch(`${base}/api/${path}`, { method, headers: { authorization: token } })
  await response.text()
  return response.status
}

/** Fills the disk in small chunks, so that the server writes at the same time. */
async function fill(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let written = 0; written < bytes; written += CHUNK.length) {
      await handle.write(CHUNK)
      await delay(1)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await handle.close()
  }
}
