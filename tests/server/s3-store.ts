import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

export interface SignedRequest {
  method: string
  /** Path and query as sent over the network. */
  url: string
  headers: Record<string, string>
  /** SHA-256 of the body, as stated by the caller. */
  contentHash: string
}

/** Computes the Authorization header of AWS Signature Version 4 independently of the product code. */
export function authorizationOf({ method, url, headers, contentHash }: SignedRequest, account: S3Account): string {
  const { accessKeyId, secretAccessKey, region, service = 's3', signedHeaders } = account
  const [path = '', query = ''] = url.split('?')
  const names = signedHeaders ?? Object.keys(headers).sort()
  const date = headers['x-amz-date']!
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    contentHash,
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [date.slice(0, 8), region, service, 'aws4_request'].reduce(hmac, `AWS4${secretAccessKey}` as never)
  const signature = hmac(key, toSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}

export interface S3Account {
  accessKeyId: string
  secretAccessKey: string
  region: string
  service?: string
  /** Signed header names; all headers by default. */
  signedHeaders?: string[]
}

export interface S3Store extends AsyncDisposable {
  port: number
  stored: Map<string, Uint8Array>
  /** Handles a request instead of the store, unless the function returns false. */
  fault: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
}

/** Opens a local S3 bucket that rejects requests with a wrong signature. */
export async function openS3Store(account: S3Account): Promise<S3Store> {
  const stored = new Map<string, Uint8Array>()
  const server = createServer((request, response) => void respond(request, response))

  async function respond(request: IncomingMessage, response: ServerResponse) {
    // A cut off request stores nothing.
    const content = await buffer(request).catch(() => undefined)
    if (!content) return
    // S3 requires the length of a body.
    if (request.method === 'PUT' && request.headers['content-length'] === undefined)
      return void response.writeHead(411).end()
    if (store.fault && store.fault(request, response) !== false) return
    const end = (status: number, body?: Uint8Array | string) => response.writeHead(status).end(body)
    const headers = request.headers as Record<string, string>
    const [, signed = ''] = /SignedHeaders=([^,]*)/.exec(headers['authorization'] ?? '') ?? []
    const signedHeaders = signed.split(';')
    const contentHash = headers['x-amz-content-sha256'] ?? ''
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.includes(name))) return end(403)
    const expected = authorizationOf(
      { method: request.method!, url: request.url!, headers, contentHash },
      { ...account, signedHeaders },
    )
    const isWhole = request.method !== 'PUT' || contentHash === sha256(content) || contentHash === 'UNSIGNED-PAYLOAD'
    if (headers['authorization'] !== expected || !isWhole) return end(403, '<Error/>')
    const key = request.url!
    if (request.method === 'GET' && key.includes('list-type=2')) return end(200, listOf(key))
    const file = stored.get(key)
    const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []
    if (request.method === 'GET' && file && start && last)
      return end(206, file.subarray(Number(start), Number(last) + 1))
    if (request.method === 'GET') return file ? end(200, file) : end(404, '<Error><Code>NoSuchKey</Code></Error>')
    if (request.method === 'HEAD')
      return void response.writeHead(file ? 200 : 404, { 'content-length': file?.length ?? 0 }).end()
    if (request.method === 'PUT') stored.set(key, content)
    else stored.delete(key)
    return end(request.method === 'PUT' ? 200 : 204)
  }

  /** XML listing with two keys a page, in order, all modified in 2020. */
  function listOf(url: string): string {
    const { pathname, searchParams } = new URL(url, 'http://store')
    const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('continuation-token') ?? '']
    const keys = [...stored.keys()]
      .map((each) => each.slice(pathname.length + 1))
      .filter((each) => each.startsWith(prefix))
    const page = keys.toSorted().filter((each) => each > after)
    const entries = page
      .slice(0, 2)
      .map((each) => `<Contents><Key>${each}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified></Contents>`)
    const next = page.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store: S3Store = {
    port: (server.address() as AddressInfo).port,
    stored,
    fault: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return store
}
