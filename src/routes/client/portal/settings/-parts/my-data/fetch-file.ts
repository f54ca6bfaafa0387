import { linkedController } from '#src/lib/cancellation.ts'
import { fileUrl } from '#src/lib/files/open.ts'
import { http } from '#src/lib/http.ts'

/** A large file on a slow line. */
const FILE_TIMEOUT_MS = 300_000

export type Why =
  | { why: 'noAddress' | 'failed' | 'tooLarge' }
  | { why: 'status'; status: number }
  | { why: 'otherHost'; url: string }
export type Fetched = { bytes: Uint8Array<ArrayBuffer>; type: string | null } | Why

/** `answered`: the address, as the API gave it. `room`: how many bytes there is place for. */
export async function fetchFile(
  answered: unknown,
  { signal, room }: { signal: AbortSignal; room: number },
): Promise<Fetched> {
  const url = fileUrl(answered)
  if (!url) return { why: 'noAddress' }
  const isOther = new URL(url).origin !== location.origin
  try {
    // No token, no cookie and no address of ours goes along.
    const answer = await http(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      throwHttpErrors: false,
      timeout: false,
      signal: linkedController(signal, AbortSignal.timeout(FILE_TIMEOUT_MS)).signal,
    })
    if (!answer.ok) {
      void answer.body?.cancel()
      return { why: 'status', status: answer.status }
    }
    if (Number(answer.headers.get('content-length')) > room) {
      void answer.body?.cancel()
      return { why: 'tooLarge' }
    }
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (bytes.length > room) return { why: 'tooLarge' }
    return { bytes, type: answer.headers.get('content-type') }
  } catch (error) {
    if (signal.aborted) throw error
    // Blocked by CORS or by the content security policy; the browser does not tell which.
    return isOther ? { why: 'otherHost', url } : { why: 'failed' }
  }
}
