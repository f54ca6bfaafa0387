import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

// Loaded into a server that is measured (`node --import`). Answers the longest turn of its event loop, in milliseconds of processor
// time, and the most memory that it held since the last look.

/** A timer fires at most once in a turn, so that its period is a long turn, or several turns of a millisecond together. */
const EVERY_MS = 1
/** Reading the memory takes longer than a turn may be. */
const MEMORY_EVERY = 10

export interface Look {
  turnMs: number
  /** Memory of the process, in bytes: at most since the last look, and now. */
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
