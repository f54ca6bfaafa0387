import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { sessionSignal } from '#src/lib/cancellation.ts'
import { reportError } from '#src/lib/report-error.ts'
import { fileUrl } from './open.ts'
import { uploadWith } from './upload.ts'

/**
 * Uploads a file to a URL from a response of the API. The URL may have another host, so the token is not sent, and a 401 does not
 * end the session. `onProgress` gets the sent part, from 0 to 1.
 */
export async function putFile(response: unknown, file: File, onProgress: (share: number) => void): Promise<void> {
  const url = fileUrl(response)
  const signal = sessionSignal()
  const headers = new Headers({ 'content-type': file.type })
  const send = uploadWith(file, onProgress)
  const sent = url ? await send({ method: 'PUT', url, headers, signal }).catch(() => null) : null
  if (signal.aborted) throw new CancelledError('Cancelled')
  if (sent?.ok) return
  const error = new CallError(sent?.status ?? null)
  reportError(error)
  throw error
}
