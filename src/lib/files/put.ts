import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { sessionSignal } from '#src/lib/cancellation.ts'
import { reportError } from '#src/lib/report-error.ts'
import { fileUrl } from './open.ts'

/**
 * Uploads a file to the URL in an answer of the API, which may be of another host: without the token, and its 401 ends no
 * session. `onProgress` gets the share sent, from 0 to 1. By XMLHttpRequest, which has that and cannot refuse a redirect: an
 * upload that ended elsewhere has failed (see lib/http.ts).
 */
export function putFile(answer: unknown, file: File, onProgress: (share: number) => void): Promise<void> {
  const url = fileUrl(answer)
  const session = sessionSignal()
  const began = performance.now()
  const request = new XMLHttpRequest()
  // The time-out restarts with progress, for slow connections.
  const wait = () => (request.timeout = Math.round(performance.now() - began) + REQUEST_TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (session.aborted) return reject(new CancelledError('Cancelled'))
      const isElsewhere = request.responseURL !== '' && request.responseURL !== url
      if (!isElsewhere && request.status >= 200 && request.status < 300) return resolve()
      const error = new CallError(isElsewhere ? null : request.status || null)
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
      // The session's signal outlives the upload, and would keep its file.
      session.removeEventListener('abort', abort)
      settle()
    })
    wait()
    request.send(file)
  })
}
