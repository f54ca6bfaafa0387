import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded before a server that is watched (`node --import`): how long its event loop let others wait, a line each quarter of a
// second with the time and the longest wait in milliseconds.

const EVERY_MS = 250
const RESOLUTION_MS = 10

const file = process.env['LAG_FILE']
if (file !== undefined) {
  const waits = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  waits.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${Math.max(0, waits.max / 1e6 - RESOLUTION_MS)}\n`)
    waits.reset()
  }, EVERY_MS).unref()
}
