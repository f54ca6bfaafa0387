import { sha256 } from '#server/http/keys.ts'
import type { ArrivingFile, ByteRange, Files, ListedFile } from '#server/ports.ts'
import { acceptedParts } from './arriving-parts.ts'
import type { Storage } from './storage.ts'
import { StorageError } from '#server/files/store.ts'

/** Timeout of a request, and of each part of a streamed file. */
const CALL_MS = 10_000
/** Timeout for the recipient to read a part of a file. Longer than the pauses of a poor connection. */
const UNREAD_MS = 30_000

type Bytes = Uint8Array<ArrayBuffer>

/** Stores files in a private S3-compatible bucket. */
export function s3Files(
  { url, ...account }: Storage,
  { callMs = CALL_MS, unreadMs = UNREAD_MS }: { callMs?: number; unreadMs?: number } = {},
): Files {
  // No retries: the uploader retries.
  const client = import('aws4fetch').then(({ AwsClient }) => new AwsClient({ ...account, service: 's3', retries: 0 }))
  // Avoids an unhandled rejection; the first call reports it.
  client.catch(() => {})

  /** Returns the response with an unread body; undefined on 404. */
  async function send(method: string, key: string, init: RequestInit): Promise<Response | undefined> {
    const address = `${url}/${encodeURIComponent(key)}`
    const response = await (await client).fetch(address, { ...init, method, redirect: 'error' })
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404 && method !== 'PUT') return undefined
    throw new StorageError(`${method} ${response.status}`)
  }

  async function call(method: string, key: string, init: RequestInit = {}): Promise<Headers | undefined> {
    try {
      const response = await send(method, key, { ...init, signal: AbortSignal.timeout(callMs) })
      await response?.arrayBuffer()
      return response?.headers
    } catch (error) {
      throw storageError(method, error)
    }
  }

  /** Sends a file while it arrives. The bucket stores an object only if all its bytes have arrived. */
  async function putParts(key: string, content: ArrivingFile): Promise<void> {
    const over = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let failed: { error: unknown } | undefined
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => over.abort(), ms)
    }
    async function* sent() {
      try {
        for await (const part of acceptedParts(content)) {
          // The sender of the file may be slower than the bucket.
          wait(unreadMs)
          yield part
        }
        wait(callMs)
      } catch (error) {
        failed = { error }
        throw error
      }
    }
    wait(unreadMs)
    try {
      const headers = { 'content-length': String(content.size), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
      const response = await send('PUT', key, { ...streamed(sent()), headers, signal: over.signal })
      await response?.arrayBuffer()
    } catch (error) {
      throw failed ? failed.error : storageError('PUT', error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    const headers = await call('HEAD', key)
    if (!headers) return undefined
    const size = Number(headers.get('content-length') ?? Number.NaN)
    if (!Number.isSafeInteger(size)) throw new StorageError('HEAD without a length')
    return size
  }

  /**
   * Returns a lazy stream that requests the file at the first read. The request is aborted when the bucket or the
   * reader stalls.
   */
  function streamOf(key: string, size: number, range?: ByteRange): ReadableStream<Bytes> {
    const over = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let left = range ? range.end - range.start + 1 : size
    let body: ReadableStreamDefaultReader<Bytes> | undefined
    const within = (ms: number, what: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => over.abort(new StorageError(`GET ${what}`)), ms)
    }
    const openRange = async () => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await send('GET', key, { signal: over.signal, ...(headers && { headers }) })
      if (!response?.body) throw new StorageError('GET 404')
      if (range && response.status !== 206) {
        await response.body.cancel()
        throw new StorageError('GET without ranges')
      }
      return response.body.getReader() as ReadableStreamDefaultReader<Bytes>
    }
    return new ReadableStream(
      {
        start(controller) {
          over.signal.addEventListener('abort', () => {
            controller.error(over.signal.reason)
            // The signal alone is not enough: fetch references it weakly after the response headers.
            body?.cancel().catch(() => {})
          })
        },
        async pull(controller) {
          within(callMs, 'too slow')
          try {
            body ??= await openRange()
            const { done, value } = await body.read()
            left -= value?.length ?? 0
            // The object was replaced after its size was read.
            if (left < 0 || (done && left > 0)) throw new StorageError('GET of another length')
            if (!done) {
              within(unreadMs, 'unread')
              controller.enqueue(value)
              return
            }
            clearTimeout(timer)
            controller.close()
          } catch (error) {
            clearTimeout(timer)
            over.abort(storageError('GET', error))
          }
        },
        cancel() {
          clearTimeout(timer)
          over.abort()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /**
   * Lists the keys in pages of a thousand. The first segment of the URL's path is the bucket, the rest is the prefix of
   * the keys.
   */
  async function* list(): AsyncGenerator<ListedFile> {
    const { origin, pathname } = new URL(url)
    const [, bucket = '', ...folders] = pathname.split('/')
    const prefix = folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')
    for (let token: string | undefined, isLast = false; !isLast;) {
      const query = new URLSearchParams({
        ...(token !== undefined && { 'continuation-token': token }),
        'list-type': '2',
        prefix,
      })
      const text = await textOf(`${origin}/${bucket}?${query}`)
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const [key, modified] = [field(entry, 'Key'), new Date(field(entry, 'LastModified') ?? Number.NaN)]
        if (key?.startsWith(prefix)) yield { key: key.slice(prefix.length), modified }
      }
      token = field(text, 'NextContinuationToken')
      isLast = token === undefined
    }
  }

  async function textOf(address: string): Promise<string> {
    try {
      const signal = AbortSignal.timeout(callMs)
      const response = await (await client).fetch(address, { signal, redirect: 'error' })
      const text = await response.text()
      if (!response.ok || !text.includes('<ListBucketResult')) throw new StorageError(`LIST ${response.status}`)
      return text
    } catch (error) {
      throw storageError('LIST', error)
    }
  }

  return {
    async put(key, content) {
      if (!(content instanceof Uint8Array)) return await putParts(key, content)
      const body = new Uint8Array(content)
      await call('PUT', key, { body, headers: { 'x-amz-content-sha256': await sha256(body) } })
    },
    async get(key) {
      const size = await sizeOf(key)
      return size === undefined ? undefined : { size, stream: (range) => streamOf(key, size, range) }
    },
    sizeOf,
    list,
    async remove(key) {
      await call('DELETE', key)
    },
  }
}

/** Options of a call whose body arrives in parts, as Node takes them. */
const streamed = (body: AsyncIterable<Uint8Array>): RequestInit =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the browser lack iterable bodies and `duplex`
  ({ body, duplex: 'half' }) as unknown as RequestInit

/**
 * Returns the content of the first element with this name. Only `&amp;` needs decoding: our keys and continuation
 * tokens contain no other escapes.
 */
const field = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&')

function storageError(method: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return new StorageError(`${method} ${error instanceof Error ? error.name : 'failed'}`)
}
