import type { Call } from '#server/context.ts'
import type { ByteRange, StoredFile } from '#server/ports.ts'
import type { Bytes } from './bytes.ts'

export const fileOf = (content: Blob): StoredFile => ({
  size: content.size,
  stream: (range) => (range ? content.slice(range.start, range.end + 1) : content).stream(),
})

/**
 * Streams a file, or the requested range (RFC 9110, 14), which video players on iPhones require. `version` identifies
 * the content, for `If-Range`. A request for several ranges gets the whole file.
 */
export function sendFile(
  c: Call,
  file: StoredFile,
  headers: Record<string, string>,
  version?: string | null,
): Response {
  const etag = version ? `"${version}"` : undefined
  const all = { ...headers, 'accept-ranges': 'bytes', ...(etag && { etag }) }
  const condition = c.req.header('if-range')
  const mayBeRange = c.req.method === 'GET' && (condition === undefined || condition === etag)
  const range = mayBeRange ? rangeOf(c.req.header('range'), file.size) : undefined
  if (range === 'unsatisfiable') {
    const { 'cache-control': cacheControl = 'no-store' } = headers
    return c.body(null, 416, { 'content-range': `bytes */${file.size}`, 'cache-control': cacheControl })
  }
  if (!range) return c.body(file.stream(), 200, { ...all, 'content-length': String(file.size) })
  const { start, end } = range
  return c.body(file.stream(range), 206, {
    ...all,
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${file.size}`,
  })
}

/** Sends a file that was generated for this request. */
export const sendBytes = async (c: Call, content: Bytes, headers: Record<string, string>): Promise<Response> =>
  sendFile(c, fileOf(new Blob([content])), headers, await versionOf(content))

/** Returns a hash of the content as the version of a generated file. */
export async function versionOf(content: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Parses a Range header. Returns undefined if the header is absent or unreadable, so that the whole file is sent. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^\s*bytes\s*=[\s,]*(\d*)-(\d*)[\s,]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}
