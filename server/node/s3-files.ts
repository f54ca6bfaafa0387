import { sha256 } from '#server/http/keys.ts'
import type { Files } from '#server/ports.ts'
import type { Storage } from './storage.ts'
import { StorageError } from '#server/files/storage-error.ts'

/** Time-out of a call, body included. */
const CALL_MS = 10_000

/** File storage in a private S3-compatible bucket. */
export function s3Files({ url, ...account }: Storage, { callMs = CALL_MS } = {}): Files {
  // No retries: the uploader retries.
  const client = import('aws4fetch').then(({ AwsClient }) => new AwsClient({ ...account, service: 's3', retries: 0 }))
  // Avoids an unhandled rejection; the first call reports it.
  client.catch(() => {})

  /** The response body; undefined on 404. */
  async function call(method: string, key: string, sent?: { body: Uint8Array<ArrayBuffer>; headers: HeadersInit }) {
    const address = `${url}/${encodeURIComponent(key)}`
    const signal = AbortSignal.timeout(callMs)
    try {
      const answer = await (await client).fetch(address, { ...sent, method, signal, redirect: 'error' })
      const body = await answer.blob()
      if (answer.ok) return body
      if (answer.status === 404 && method !== 'PUT') return undefined
      throw new StorageError(`${method} ${answer.status}`)
    } catch (error) {
      if (error instanceof StorageError) throw error
      throw new StorageError(`${method} ${error instanceof Error ? error.name : 'failed'}`)
    }
  }

  return {
    async put(key, content) {
      const body = new Uint8Array(content)
      await call('PUT', key, { body, headers: { 'x-amz-content-sha256': await sha256(body) } })
    },
    get: (key) => call('GET', key),
    async remove(key) {
      await call('DELETE', key)
    },
  }
}
