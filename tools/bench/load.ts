import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { readAnswers, requestBytes } from './answers.ts'
import { quantile } from './statistics.ts'

// Puts a server under load, from a process of its own. On bare sockets, with just enough HTTP to tell where an answer ends:
// `node:http`, and what is built on it, uses about as much processor time for a call as the server does, and the faster of two
// servers would look slower than it is.

export interface Load {
  host: string
  port: number
  /** Sent in turn: path and headers of each. */
  calls: { path: string; headers: Record<string, string> }[]
  connections: number
  seconds: number
}

export interface LoadResult {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** All that were answered, those of the warming up too. */
  calls: number
  /** Of this process, over the time of the measurement; near 1 it measured itself. */
  busy: number
}

const WARM_UP = 0.25

async function run({ host, port, calls, connections, seconds }: Load): Promise<LoadResult> {
  const requests = calls.map(({ path, headers }) => requestBytes(host, port, path, headers))
  const start = performance.now()
  const from = start + WARM_UP * seconds * 1000
  const until = from + seconds * 1000
  const times: number[] = []
  let answered = 0
  let next = 0
  let processor = process.cpuUsage()

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sent = 0
      const send = () => {
        sent = performance.now()
        if (sent >= until) return void socket.end(() => resolve())
        socket.write(requests[next++ % requests.length]!)
      }
      readAnswers(socket, (head) => {
        expectAnswer(head)
        answered += 1
        if (sent >= from) times.push(performance.now() - sent)
        else processor = process.cpuUsage()
        send()
      })
      socket.on('error', reject)
      socket.on('close', () => (performance.now() < until ? reject(new Error('The server hung up')) : resolve()))
      send()
    })
  await Promise.all(Array.from({ length: connections }, () => drive(connect({ host, port, noDelay: true }))))
  const { user, system } = process.cpuUsage(processor)
  const measured = performance.now() - from
  return {
    perSecond: (times.length * 1000) / measured,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    calls: answered,
    busy: (user + system) / 1000 / measured,
  }
}

/** A load that is refused, or answered by nothing, measures something else. */
function expectAnswer(head: string): void {
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
  if (!head.startsWith('HTTP/1.1 200 ') || !(length > 0)) throw new Error(`Not the answer that was expected:\n${head}`)
}

console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Load)))
