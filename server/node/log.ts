import type { LogEvent } from '#server/log-events.ts'
import type { Log } from '#server/ports.ts'

export interface LogSink {
  write(text: string): void
  /** Number of characters written but not yet consumed. */
  waiting(): number
}

/** About 20,000 lines. */
const MAX_WAITING = 4 * 1024 * 1024

/**
 * Writes JSON lines, buffered per turn of the event loop; errors are flushed at once. When the reader stalls, lines
 * beyond `maxLines` are dropped. The next line written is preceded by the number of dropped lines.
 */
export function createLog(sink: LogSink = STDOUT, maxLines = MAX_WAITING): { log: Log; flush: () => void } {
  let lines = ''
  let isScheduled = false
  let leftOut = 0

  const flush = () => {
    isScheduled = false
    const text = lines
    lines = ''
    if (text) sink.write(text)
  }
  const line = (level: string, event: LogEvent, fields?: Record<string, unknown>) =>
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`

  const log: Log = (level, event, fields) => {
    if (lines.length + sink.waiting() >= maxLines) {
      leftOut += 1
      return
    }
    if (leftOut > 0) lines += line('warn', 'log-left-out', { lines: leftOut })
    leftOut = 0
    lines += line(level, event, fields)
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

const STDOUT: LogSink = {
  write: (text) => void process.stdout.write(text),
  waiting: () => process.stdout.writableLength,
}
