import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

// Preloaded into a measured server with `node --import`. Serves two figures at `PROBE_PORT`: the processor time of the longest
// event-loop turn, and the peak memory. Both start again at each request to the probe.

/** Interval of the timer, which fires at most once per turn. A longer period is one long turn or several short ones. */
const EVERY_MS = 1
/** Memory is read only once in so many ticks and after long turns, because reading is slow. */
const MEMORY_EVERY = 10

export interface Look {
  turnMs: number
  /** Memory of the process in bytes: the peak since the last request, and (`now`) at present. */
  most: number
  now: number
}

const port = process.env['PROBE_PORT']
if (port !== undefined && isMainThread) {
  let ticks = 0
  let last = process.threadCpuUsage()
  let [turnMs, most] = [0, 0]
  const watch = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    const turn = (user + system) / 1000
    ticks += 1
    turnMs = Math.max(turnMs, turn)
    if (turn > MEMORY_EVERY || ticks % MEMORY_EVERY === 0) most = Math.max(most, process.memoryUsage.rss())
  }
  setInterval(watch, EVERY_MS).unref()
  createServer((_, response) => {
    watch()
    const now = process.memoryUsage.rss()
    const look: Look = { turnMs, most: Math.max(most, now), now }
    response.end(JSON.stringify(look))
    turnMs = 0
    most = now
    last = process.threadCpuUsage()
  })
    .listen(Number(port), '127.0.0.1')
    .unref()
}
