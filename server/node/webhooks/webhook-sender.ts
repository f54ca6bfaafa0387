import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { cleanText } from '#contract/text.ts'
import type { DeliveryError } from '#contract/webhook.ts'
import type { WebhookResponse, WebhookSender } from '#server/ports.ts'
import { addressList } from '#server/node/http/client-address.ts'
import { isPublicAddress } from './public-address.ts'

/** Limit of an attempt, from the look-up of the host to the end of the response. Shorter than a lease. */
const TIMEOUT_MS = 15_000
/** Bytes of a response that are read. */
const MAX_READ = 4096
const MAX_EXCERPT = 1000

interface Address {
  address: string
  family: number
}

/** Resolves a host to all of its addresses. Throws if the host is unknown. */
export type Resolve = (host: string) => Promise<Address[]>

const resolveHost: Resolve = (host) => lookup(host, { all: true })

class RejectedError extends Error {
  readonly reason: DeliveryError
  constructor(reason: DeliveryError) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Creates a sender that connects to public addresses by https only. Addresses in `networks` are permitted too, also by
 * http. All addresses of a host are checked, and the connection goes to a checked address: a second look-up could
 * return another one (DNS rebinding). Redirects are not followed.
 */
export function createWebhookSender({
  networks = [],
  resolve = resolveHost,
  timeoutMs = TIMEOUT_MS,
  stopping,
}: {
  networks?: readonly string[]
  resolve?: Resolve
  timeoutMs?: number
  stopping?: AbortSignal | undefined
} = {}): WebhookSender {
  const isListed = addressList(networks)

  /** Returns the addresses of the URL's host. Throws a `RejectedError` if one is not permitted. */
  async function checked(url: URL): Promise<Address[]> {
    if (url.username !== '' || url.password !== '') throw new RejectedError('address')
    const host = hostOf(url)
    const family = isIP(host)
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
    const areListed = addresses.every(({ address }) => isListed(address))
    if (addresses.length === 0) throw new RejectedError('host')
    if (!addresses.every(({ address }) => isListed(address) || isPublicAddress(address)))
      throw new RejectedError('address')
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && areListed)) throw new RejectedError('insecure')
    return addresses
  }

  return {
    async rejectionOf(text) {
      const url = URL.parse(text)
      if (!url) return 'address'
      try {
        await checked(url)
        return undefined
      } catch (error) {
        return error instanceof RejectedError && error.reason !== 'host' ? error.reason : undefined
      }
    },

    async post(text, message) {
      const start = performance.now()
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([deadline, ...(stopping ? [stopping] : [])])
      const passed = () => Math.round(performance.now() - start)
      try {
        const url = new URL(text)
        const addresses = await withSignal(checked(url), signal)
        return { ...(await exchange(url, { ...message, addresses, signal })), ms: passed() }
      } catch (error) {
        return { error: deadline.aborted ? 'timeout' : reasonOf(error), excerpt: '', ms: passed() }
      }
    },
  }
}

/** Host without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '')

/** Rejects when the signal is aborted; a look-up itself cannot be cancelled. */
async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  return await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

interface Exchange {
  headers: Record<string, string>
  body: string
  addresses: readonly Address[]
  signal: AbortSignal
}

async function exchange(
  url: URL,
  { headers, body, addresses, signal }: Exchange,
): Promise<Omit<WebhookResponse, 'ms'>> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: lookupOf(addresses),
    // No connection is shared, because a shared one might go to another address.
    agent: false,
    signal,
  })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).on('error', reject)
  request.end(body)
  const response = await promise
  const excerpt = await excerptOf(response)
  const retryAfterMs = readRetryAfter(response.headers['retry-after'])
  return { status: response.statusCode ?? 0, excerpt, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Returns a look-up that knows only these addresses. */
const lookupOf =
  (addresses: readonly Address[]): LookupFunction =>
  (_, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

async function excerptOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_READ) break
    }
  } catch {
    // The status has arrived, and the body has no meaning.
  } finally {
    response.destroy()
  }
  return cleanText(Buffer.concat(chunks).subarray(0, MAX_READ).toString('utf8')).slice(0, MAX_EXCERPT)
}

/** Reads `Retry-After`: seconds, or an HTTP date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return ms > 0 ? ms : undefined
}

const UNKNOWN_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']
const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/

function reasonOf(error: unknown): DeliveryError {
  if (error instanceof RejectedError) return error.reason
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (UNKNOWN_HOST.includes(code)) return 'host'
  return TLS.test(code) ? 'tls' : 'connection'
}
