import type { Log } from '#server/ports.ts'

/** JSON lines, buffered per tick of the event loop; errors are flushed at once. */
export function createLog(write = writeOut): { log: Log; flush: () => void } {
  let lines = ''
  let isScheduled = false

  const flush = () => {
    isScheduled = false
    const text = lines
    lines = ''
    if (text) write(text)
  }

  const log: Log = (level, event, fields) => {
    lines += `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
    if (level === 'error') flush()
    else if (!isScheduled) {
      isScheduled = true
      setImmediate(flush)
    }
  }
  return { log, flush }
}

// Ignore EPIPE: a closed stdout must not stop the server.
process.stdout.on('error', () => {})

function writeOut(text: string): void {
  process.stdout.write(text)
}
