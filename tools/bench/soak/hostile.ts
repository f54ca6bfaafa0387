import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Place } from '#harness/clinic.ts'
import { residentMemory } from '../servers.ts'
import { type Row, mib, ms } from '../table.ts'
import { type Watched, crowd, openSocket, readersRows, startWatched, whileWatching } from './crowd.ts'
import { type Soaked, less } from './report.ts'

const SOCKETS = 100
const PIPELINED = 1400
const MEMORY = 250 * 1024 * 1024
const LIVE_MS = 1000
const READERS = 10
const PROBES = 500
const SECONDS = 10

/** Measures whether a hostile caller slows down other callers. */
export async function soakHostile(place: Place): Promise<Soaked> {
  await using watched = await startWatched(place)
  await crowd(watched, READERS, 1)
  const rows = [...(await soakPipelines(watched)), ...(await soakBodies(watched)), ...(await soakProbes(watched))]
  return { rows, found: [] }
}

/** Opens requests that send only the first byte of their body: 100 at the start, and four more each second. */
async function soakBodies(watched: Watched): Promise<Row[]> {
  const what = `${SOCKETS} bodies that do not end`
  const over = new AbortController()
  const sockets = Array.from({ length: SOCKETS }, () => beginBody(watched))
  const more = (async () => {
    while (!over.signal.aborted) {
      sockets.push(beginBody(watched))
      await delay(250)
    }
  })()
  const readers = await crowd(watched, READERS, SECONDS)
  over.abort()
  await more
  for (const socket of sockets) socket.destroy()
  return readersRows(what, LIVE_MS, [readers])
}

function beginBody(watched: Watched): Socket {
  const socket = openSocket(watched)
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 60'
  socket.write(`POST /api/user/authenticate HTTP/1.1\r\n${headers}\r\n\r\n{`)
  return socket
}

/** Sends many readiness requests, which are exempt from the request limits. */
async function soakProbes(watched: Watched): Promise<Row[]> {
  const probing: Watched = { ...watched, calls: [{ path: '/api/health/ready', headers: {} }] }
  const [readers] = await Promise.all([crowd(watched, READERS, SECONDS), crowd(probing, PROBES, SECONDS)])
  return readersRows(`${PROBES} who ask whether it is ready`, LIVE_MS, [readers])
}

/** Sends pipelined requests on new sockets each second, and reads no response. Other callers run in another process. */
async function soakPipelines(watched: Watched): Promise<Row[]> {
  const what = `${SOCKETS} sockets a second with ${PIPELINED} calls each, and no reader`
  const { path, headers } = watched.calls[0]!
  const calls = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers['authorization']}\r\n\r\n`.repeat(
    PIPELINED,
  )
  const before = residentMemory(watched.server.pid) ?? 0
  const over = new AbortController()
  const { result: readers, most } = await whileWatching(watched.server.pid, async () => {
    const pipelining = (async () => {
      while (!over.signal.aborted) {
        const sockets = Array.from({ length: SOCKETS }, () => openSocket(watched).pause())
        for (const socket of sockets) socket.write(calls)
        await delay(1000)
        for (const socket of sockets) socket.destroy()
      }
    })()
    const readers = await crowd(watched, READERS, SECONDS)
    over.abort()
    await pipelining
    return readers
  })
  return [
    { ...less(`${what}: memory`, most, MEMORY, mib), note: `from ${mib(before)}` },
    ...readersRows(what, LIVE_MS, [readers]),
    less(`${what}: the slowest of the others`, readers.slowestMs, LIVE_MS, ms),
  ]
}
