import { REQUEST_TIMEOUT_MS } from '#src/lib/constants.ts'

/**
 * Returns a function that sends a call whose body is a file, and reports the sent part, from 0 to 1. Uses XMLHttpRequest, because the
 * Fetch API reports no upload progress. Rejects after a redirect, as `http` does.
 */
export const uploadWith =
  (file: File, onProgress: (share: number) => void) =>
  (call: Pick<Request, 'method' | 'url' | 'headers' | 'signal'>): Promise<Response> => {
    const request = new XMLHttpRequest()
    const began = performance.now()
    // Progress restarts the timeout, for slow connections.
    const wait = () => (request.timeout = Math.round(performance.now() - began) + REQUEST_TIMEOUT_MS)
    return new Promise((resolve, reject) => {
      request.open(call.method, call.url)
      for (const [name, value] of call.headers) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        wait()
        onProgress(loaded / total)
      })
      const abort = () => request.abort()
      call.signal.addEventListener('abort', abort)
      request.addEventListener('loadend', () => {
        // The listener would keep the file in memory, because the signal may outlive the upload.
        call.signal.removeEventListener('abort', abort)
        const { status, responseURL, response } = request
        const isRedirected = responseURL !== '' && responseURL !== call.url
        if (status === 0 || isRedirected) return reject(new TypeError('No answer'))
        const type = request.getResponseHeader('content-type')
        const retryAfter = request.getResponseHeader('retry-after')
        const headers = {
          ...(type !== null && { 'content-type': type }),
          ...(retryAfter !== null && { 'retry-after': retryAfter }),
        }
        resolve(new Response(status === 204 ? null : response, { status, headers }))
      })
      wait()
      if (call.signal.aborted) reject(new TypeError('Cancelled'))
      else request.send(file)
    })
  }
