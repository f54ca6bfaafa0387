import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServerLimits } from '#server/http/limits.ts'

const CHECK_INTERVAL_MS = 1000
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Whether a request is uploading an export, which may be large. The rest of a rejected export has the usual limit. */
const isExport = ({ req, headersSent }: ServerResponse) =>
  !headersSent &&
  /^(PUT \/api\/practice\/[^/?]+\/import|POST \/api\/practice\/[^/?]+\/csv-imports)(\?|$)/.test(
    `${req.method} ${req.url}`,
  )

interface Measurement {
  at: number
  what: 'body' | 'response'
  bytes: number
}

/**
 * Ends connections that transfer a request body or a response too slowly, measured over `slowMs`. Also ends request
 * bodies that exceed their time limit. Returns a function that stops the checks.
 */
export function endSlowPeers(
  unfinished: ReadonlySet<ServerResponse>,
  {
    slowMs,
    bytesPerSecond,
    requestMs,
    importMs,
  }: Pick<ServerLimits, 'slowMs' | 'bytesPerSecond' | 'requestMs' | 'importMs'>,
): () => void {
  const measured = new WeakMap<ServerResponse, Measurement>()
  const firstSeen = new WeakMap<ServerResponse, number>()
  const rejected = new WeakMap<ServerResponse, number>()

  const isLate = (response: ServerResponse, now: number) => {
    const times = response.headersSent ? rejected : firstSeen
    const since = times.get(response) ?? now
    times.set(response, since)
    return !response.req.complete && now - since >= (isExport(response) ? importMs : requestMs)
  }

  const check = () => {
    const now = performance.now()
    for (const response of unfinished) {
      // A pipelined response has no socket until its turn.
      if (!response.socket) continue
      if (isLate(response, now)) {
        end(response, response.socket)
        continue
      }
      const progress = progressOf(response, response.socket)
      const former = measured.get(response)
      if (!progress) {
        measured.delete(response)
      } else if (former?.what !== progress.what) {
        measured.set(response, { ...progress, at: now })
      } else if (now - former.at >= slowMs) {
        const isSlow = (progress.bytes - former.bytes) * 1000 < bytesPerSecond * (now - former.at)
        if (isSlow) end(response, response.socket)
        else measured.set(response, { ...progress, at: now })
      }
    }
  }
  const timer = setInterval(check, Math.min(CHECK_INTERVAL_MS, slowMs, requestMs))
  return () => clearInterval(timer)
}

/** Returns the awaited transfer and its progress; undefined when the peer has nothing to transfer. */
function progressOf(response: ServerResponse, socket: Socket): Omit<Measurement, 'at'> | undefined {
  if (!response.req.complete) return { what: 'body', bytes: socket.bytesRead }
  const { bytesWritten, writeQueueSize } = handleOf(socket)
  return writeQueueSize > 0 ? { what: 'response', bytes: bytesWritten - writeQueueSize } : undefined
}

declare module 'node:net' {
  interface Socket {
    /** Undocumented property of Node. */
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
}

// `bytesWritten` of a socket includes queued data, so the handle's own counters give the progress of a large chunk.
function handleOf(socket: Socket): { bytesWritten: number; writeQueueSize: number } {
  const { _handle: handle } = socket
  return handle ?? { bytesWritten: 0, writeQueueSize: 0 }
}

function end(response: ServerResponse, socket: Socket): void {
  // With a partial response sent, a 408 response is not possible.
  if (response.headersSent) {
    socket.destroy()
  } else {
    socket.write(TIMED_OUT)
    socket.destroySoon()
  }
}
