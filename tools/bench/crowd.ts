import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from './statistics.ts'

// Load generator that runs in a separate process: each caller sends its next request after a response. Uses plain sockets
// and a minimal parser, because `node:http` would use as much processor time as the server.

export interface Crowd {
  host: string
  port: number
  /** Requests, sent in rotation. */
  calls: { path: string; headers: Record<string, string> }[]
  connections: number
  seconds: number
  /** Time before the measurement, under the same load. */
  warmUpSeconds?: number
}

export interface CrowdResult {
  /** Number of responses by status, including those of the warm-up. */
  statuses: Record<string, number>
  /** Number of 429 and 503 responses without a `Retry-After` header. */
  withoutRetryAfter: number
  /** Connections that closed before their response. */
  broken: number
  /** Response times after the warm-up: of all responses, and (`goodP99Ms`) of those with status 200. */
  medianMs: number
  p99Ms: number
  slowestMs: number
  goodP99Ms: number
  /** Responses with status 200 in each interval of `BUCKET_MS`. */
  good: number[]
  /** Responses per second after the warm-up; `calls` counts all responses, including those of the warm-up. */
  perSecond: number
  calls: number
  /** Share of the time in which the load generator used a processor; near 1 it was the bottleneck. */
  busy: number
}

export const BUCKET_MS = 250
const OVERLOADED = /^HTTP\/1\.1 (503|429)/
const PAUSE_MS = 20
const HEAD_END = Buffer.from('\r\n\r\n')

async function run({ host, port, calls, connections, seconds, warmUpSeconds = 0 }: Crowd): Promise<CrowdResult> {
  const requests = calls.map(({ path, headers }) => requestBytes(host, port, path, headers))
  const start = performance.now() + warmUpSeconds * 1000
  const until = start + seconds * 1000
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const goodTimes: number[] = []
  const good = Array.from({ length: Math.ceil((seconds * 1000) / BUCKET_MS) }, () => 0)
  let withoutRetryAfter = 0
  let broken = 0
  let next = 0
  let responded = 0
  let processor = process.cpuUsage()

  const note = (head: string, sent: number) => {
    const now = performance.now()
    const status = head.slice(9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    responded += 1
    if (sent < start) return void (processor = process.cpuUsage())
    times.push(now - sent)
    if (OVERLOADED.test(head) && !/\r\nretry-after: \d/i.test(head)) withoutRetryAfter += 1
    if (status !== '200') return
    goodTimes.push(now - sent)
    const bucket = Math.floor((now - start) / BUCKET_MS)
    if (bucket < good.length) good[bucket]! += 1
  }
  /** Uses one connection until the time is over or the connection closes. */
  const sendCall = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ host, port, noDelay: true })
      let sent = 0
      let isWaiting = true
      const send = () => {
        sent = performance.now()
        isWaiting = sent < until
        if (isWaiting) socket.write(requests[next++ % requests.length]!)
        else socket.end()
      }
      readResponses(socket, (head) => {
        note(head, sent)
        send()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isWaiting) broken += 1
        resolve()
      })
      send()
    })
  const call = async () => {
    while (performance.now() < until) {
      await sendCall()
      await delay(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: connections }, call))
  const { user, system } = process.cpuUsage(processor)
  const measured = performance.now() - start
  return {
    statuses,
    perSecond: (times.length * 1000) / measured,
    calls: responded,
    withoutRetryAfter,
    broken,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    slowestMs: times.reduce((most, time) => Math.max(most, time), 0),
    goodP99Ms: quantile(goodTimes, 0.99),
    good,
    busy: (user + system) / 1000 / measured,
  }
}

/** Calls `answered` with the head of each complete response. A response without `Content-Length` has no body. */
function readResponses(socket: Socket, responded: (head: string) => void): void {
  let head: Buffer | undefined
  let text = ''
  let missing = 0
  socket.on('data', (chunk) => {
    let bytes: Buffer = chunk
    while (bytes.length > 0) {
      if (missing === 0) {
        if (head) bytes = Buffer.concat([head, bytes])
        const end = bytes.indexOf(HEAD_END)
        head = end < 0 ? bytes : undefined
        if (end < 0) return
        text = bytes.toString('latin1', 0, end)
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
        bytes = bytes.subarray(end + HEAD_END.length)
      }
      const taken = Math.min(missing, bytes.length)
      missing -= taken
      bytes = bytes.subarray(taken)
      if (missing === 0) responded(text)
    }
  })
}

function requestBytes(host: string, port: number, path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: `${host}:${port}`, accept: 'application/json', ...headers })
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/** Puts a server under load from another process, and returns its figures. */
export async function crowdAt(url: string, load: Omit<Crowd, 'host' | 'port'>): Promise<CrowdResult> {
  const { hostname: host, port } = new URL(url)
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.stdin.end(JSON.stringify({ host, port: Number(port), ...load } satisfies Crowd))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>])
  process.off('exit', killed)
  if (code !== 0) throw new Error(`The load generator ended with ${code}`)
  return JSON.parse(output) as CrowdResult
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Crowd)))
