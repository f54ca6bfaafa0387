import { createHash } from 'node:crypto'
import { type Dirent, readFileSync, readdirSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { BoundedMap } from '#server/http/rate-limit.ts'
import { strictTransport } from '#server/http/headers.ts'
import type { Xsrf } from '#server/http/xsrf.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

interface Asset {
  headers: Record<string, string>
  etag: string
  /** Only one form is in memory: almost all browsers accept Brotli. */
  content: Uint8Array<ArrayBuffer>
  isBrotli: boolean
}

type Handler = (request: Request) => Promise<Response>

export interface PortalOptions {
  https: boolean
  xsrf: Xsrf
  /** Content-Security-Policy sources for uploads, in addition to the API. */
  uploadTo?: readonly string[]
  /** Capabilities of the API for signed-out visitors; written into the page. */
  capabilities?: readonly string[]
  /** Name of the OpenID Connect issuer; written into the page. */
  issuerName?: string | undefined
  /** Whether browsers cache the portal with a service worker. If false, a replacement worker removes the cache. */
  serviceWorker?: boolean
  /** Whether the portal has a page at a path. By default, every path without a file extension is a page. */
  isAddress?: (pathname: string) => boolean
  /** Returns the head of a page with its own; null if that page does not exist, undefined for the usual head. */
  headOf?: (pathname: string) => Promise<PageHead | null | undefined>
}

/** Title and description of a page that search engines list. */
interface PageHead {
  title: string
  description: string
}

/** Page of a shared card: neither cached nor indexed by search engines. */
const SHARED_CARD = /^\/+card\/*$/i
const UNLISTED = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
/** Page of tools/build/api-docs.ts. Its viewer sets styles of elements, and draws arrows as `data:` URLs. */
const API_DOCS = '/docs/api'
const API_DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const MAX_CACHED_PAGES = 100
const WORKER = '/service-worker.js'
const WORKER_OFF = '/service-worker-off.js'

/**
 * Serves a built portal from memory, so path traversal is impossible. Returns undefined without a build. Unknown page
 * paths get index.html with status 404, for client-side routing.
 */
export function loadPortal(
  folder: string,
  { https, xsrf, uploadTo = [], serviceWorker = true, isAddress = hasNoExtension, headOf, ...api }: PortalOptions,
): Handler | undefined {
  const assets = new Map(filesBelow(folder).map((file) => [urlPath(folder, file), loadAsset(folder, file)]))
  const index = assets.get('/index.html')
  if (!index) return undefined
  const html = withApi(new TextDecoder().decode(plainOf(index)), api)
  // Not compressed by the build, because some operators edit the file by hand.
  Object.assign(index, compressed(new TextEncoder().encode(html)))
  assets.delete('/index.html')
  const apiDocs = assets.get(`${API_DOCS}/index.html`)
  if (apiDocs) {
    apiDocs.headers['content-security-policy'] = API_DOCS_POLICY
    for (const path of [API_DOCS, `${API_DOCS}/`]) assets.set(path, apiDocs)
  }
  const headers = pageHeaders(html, https, uploadTo)
  const worker = assets.get(serviceWorker ? WORKER : WORKER_OFF)
  if (worker) assets.set(WORKER, workerFor(worker, index, headers))

  const pages = new BoundedMap<string, Asset>(MAX_CACHED_PAGES)
  /** Returns the page at a path, and undefined if its content does not exist. A failed query does not prevent the page. */
  const pageAt = async (pathname: string): Promise<Asset | undefined> => {
    const head = await headOf?.(pathname).catch(() => undefined)
    if (head === null) return undefined
    const own = head && withHead(html, head)
    if (own === undefined) return index
    const known = pages.get(own)
    const page = known ?? { ...index, ...compressed(new TextEncoder().encode(own)) }
    if (!known) pages.set(own, page)
    return page
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } })
    }
    const { pathname } = new URL(request.url)
    const file = assets.get(pathname)
    const page = file === undefined && isAddress(pathname) ? await pageAt(pathname) : undefined
    const asset = file ?? page ?? (mayBePage(request, pathname) ? index : undefined)
    if (!asset)
      return new Response('Not found\n', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } })
    const isFound = file !== undefined || page !== undefined
    const response = isFound ? assetResponse(asset, request, headers) : notFoundResponse(index, request, headers)
    if (SHARED_CARD.test(pathname))
      for (const [name, value] of Object.entries(UNLISTED)) response.headers.set(name, value)
    if (file === undefined && (await xsrf.valid(request.headers.get('cookie') ?? undefined)).length === 0) {
      response.headers.append('set-cookie', await xsrf.setCookie())
    }
    return response
  }
}

/**
 * Prefixes the service worker with a hash of the page and its headers. A browser refetches the page only when the
 * worker changes, so an edited page or a changed setting must change the worker.
 */
function workerFor(worker: Asset, index: Asset, page: Record<string, string>): Asset {
  const shell = createHash('sha256').update(plainOf(index)).update(JSON.stringify(page)).digest('hex').slice(0, 16)
  const script = Buffer.concat([Buffer.from(`self.SHELL="${shell}";\n`), plainOf(worker)])
  return { headers: worker.headers, ...compressed(script) }
}

const hasNoExtension = (pathname: string) =>
  pathname === '/index.html' || (!pathname.startsWith('/assets/') && !pathname.split('/').at(-1)?.includes('.'))

/** Whether an unknown path is a page that a person opens, rather than a missing file. */
const mayBePage = ({ headers }: Request, pathname: string) =>
  hasNoExtension(pathname) || (!pathname.startsWith('/assets/') && (headers.get('accept') ?? '').includes('text/html'))

function assetResponse(asset: Asset, request: Request, page: Record<string, string>): Response {
  const tag = sendsBrotli(asset, request) ? `"${asset.etag}-br"` : `"${asset.etag}"`
  const headers = new Headers({ ...page, ...asset.headers, etag: tag, vary: 'Accept-Encoding' })
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
  if (known?.some((each) => each === tag || each === '*')) return new Response(null, { status: 304, headers })
  return withBody(asset, { request, headers, status: 200 })
}

/** Responds with the page and status 404. Never responds 304, because a browser would treat the page as found. */
function notFoundResponse(index: Asset, request: Request, page: Record<string, string>): Response {
  const headers = new Headers({ ...page, ...index.headers, vary: 'Accept-Encoding' })
  return withBody(index, { request, headers, status: 404 })
}

const sendsBrotli = ({ isBrotli }: Asset, request: Request) =>
  isBrotli && acceptsBrotli(request.headers.get('accept-encoding'))

function withBody(
  asset: Asset,
  { request, headers, status }: { request: Request; headers: Headers; status: number },
): Response {
  const asBrotli = sendsBrotli(asset, request)
  const body = asBrotli ? asset.content : plainOf(asset)
  if (asBrotli) headers.set('content-encoding', 'br')
  headers.set('content-length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

const acceptsBrotli = (accepted: string | null) =>
  (accepted ?? '').split(',').some((entry) => /^\s*br\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(entry))

function filesBelow(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.br'))
}

const urlPath = (folder: string, file: string) =>
  `/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`

function loadAsset(folder: string, file: string): Asset {
  const brotli = compressedBeside(file)
  const content = brotli ?? new Uint8Array(readFileSync(file))
  const isHashed = /^\/assets\/(?!i18n\/)/.test(urlPath(folder, file))
  return {
    headers: {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    etag: etagOf(content),
    content,
    isBrotli: brotli !== undefined,
  }
}

const etagOf = (content: Uint8Array) => createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Returns the .br file of the build, unless the file itself is newer. */
function compressedBeside(file: string): Uint8Array<ArrayBuffer> | undefined {
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false })
  if (!compressed || compressed.mtimeMs < statSync(file).mtimeMs) return undefined
  return new Uint8Array(readFileSync(`${file}.br`))
}

const compressed = (plain: Uint8Array): Omit<Asset, 'headers'> => ({
  etag: etagOf(plain),
  content: new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
  isBrotli: true,
})

const plainOf = ({ content, isBrotli }: Asset) => (isBrotli ? new Uint8Array(brotliDecompressSync(content)) : content)

const apiRootOf = (html: string) => /<meta name="portal-api-root" content="([^"]*)"/.exec(html)?.[1] ?? ''

/**
 * Writes the capabilities of this server's own API into the page. A page built for another API must contain its own.
 */
function withApi(
  html: string,
  { capabilities = [], issuerName = '' }: Pick<PortalOptions, 'capabilities' | 'issuerName'>,
) {
  if (isOfOtherHost(apiRootOf(html))) return html
  const meta = (page: string, name: string, content: string) =>
    page.replace(`<meta name="${name}" content=""`, () => `<meta name="${name}" content="${escaped(content)}"`)
  return meta(meta(html, 'portal-capabilities', capabilities.join(' ')), 'portal-issuer-name', issuerName)
}

const withHead = (html: string, { title, description }: PageHead): string =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*"/,
      () => `<meta name="description" content="${escaped(description)}"`,
    )

const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Returns the CSP hashes of inline styles or scripts: the style of the first paint and the check for outdated browsers.
 */
const inlined = (html: string, tag: 'style' | 'script') =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )

function pageHeaders(html: string, https: boolean, uploadTo: readonly string[]): Record<string, string> {
  const api = sourceOf(apiRootOf(html))
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...inlined(html, 'script')].join(' '),
    ["style-src 'self'", ...inlined(html, 'style')].join(' '),
    ["connect-src 'self'", ...api, ...uploadTo].join(' '),
    // A practice's logo may be on its own website.
    ["img-src 'self' data: https:", ...api].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(https && { 'strict-transport-security': strictTransport }),
  }
}

const isOfOtherHost = (apiRoot: string) => /^(https?:)?\/\//.test(apiRoot)

/** Returns the CSP source of an API on another host. */
function sourceOf(apiRoot: string): string[] {
  if (!isOfOtherHost(apiRoot)) return []
  const { origin, host } = URL.parse(apiRoot, 'https://portal.invalid') ?? {}
  return [(apiRoot.startsWith('/') ? host : origin) ?? ''].filter(Boolean)
}
