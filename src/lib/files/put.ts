import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { sessionSignal } from '#src/lib/cancellation.ts'
import { reportError } from '#src/lib/report-error.ts'
import { fileUrl } from './open.ts'

/**
 * Uploads a file to a URL from a response of the API. The URL may have another host, so the token is not sent, and a 401 does not
 * end the session. `onProgress` gets the sent part, from 0 to 1. Uses XMLHttpRequest, because fetch reports no upload progress.
 * XMLHttpRequest follows redirects, so an upload that ended at another URL counts as failed (see lib/http.ts).
 */
export function putFile(response: unknown, file: File, onProgress: (share: number) => void): Promise<void> {
  const url = fileUrl(response)
  const session = sessionSignal()
  const began = performance.now()
  const request = new XMLHttpRequest()
  // Progress restarts the timeout, for slow connections.
  const wait = () => (request.timeout = Math.round(performance.now() - began) + REQUEST_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (session.aborted) return reject(new CancelledError('Cancelled'))
      const isRedirected = request.responseURL !== '' && request.responseURL !== url
      if (!isRedirected && request.status >= 200 && request.status < 300) return resolve()
      const error = new CallError(isRedirected ? null : request.status || null)
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
    const abort = () => request.abort()
    session.addEventListener('abort', abort)
    request.addEventListener('loadend', () => {
      // The listener would keep the file in memory, because the session's signal outlives the upload.
      session.removeEventListener('abort', abort)
      settle()
    })
    wait()
    request.send(file)
  })
}
