import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { sessionSignal } from '#src/lib/cancellation.ts'
import { reportError } from '#src/lib/report-error.ts'
import { fileUrl } from './open.ts'

// Beside lib/http.ts, for only one screen sends files.

/**
 * Sends a file to the address in an answer of the API. Whose host that is, is nobody's business: it gets no token, and its 401
 * ends no session. `onProgress` hears how much of it is sent, from 0 to 1. Not by fetch, which tells that on HTTP/2 only.
 */
export function putFile(answer: unknown, file: File, onProgress: (share: number) => void): Promise<void> {
  const url = fileUrl(answer)
  const session = sessionSignal()
  const began = performance.now()
  const request = new XMLHttpRequest()
  // Whoever has a slow line gets more time as long as something moves.
  const wait = () => (request.timeout = Math.round(performance.now() - began) + REQUEST_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (session.aborted) return reject(new CancelledError('Cancelled'))
      if (request.status >= 200 && request.status < 300) return resolve()
      const error = new CallError(request.status || null)
      reportError(error)
      reject(error)
    }
    if (!url) return settle()
    request.open('PUT', url)
    request.setRequestHeader('content-type', file.type)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress(loaded / total)
    })
    request.addEventListener('loadend', settle)
    session.addEventListener('abort', () => request.abort(), { once: true })
    wait()
    request.send(file)
  })
}
