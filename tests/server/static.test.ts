import { createHash } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createXsrf } from '#server/http/xsrf.ts'
import { isPortalAddress } from '#contract/portal-routes.ts'
import { loadPortal } from '#server/node/http/static.ts'
import { temporaryFolder } from '#harness/folders.ts'

const STYLE = 'body { margin: 0 }'
const HTML = `<!doctype html><title>Portaal</title><meta name="description" content="Portaal"><meta name="portal-api-root" content="https://api.example/portal"><style>${STYLE}</style>`
const SCRIPT = 'console.log("portal")'.repeat(50)
const NOT_FOUND = 'Not found\n'
const xsrf = createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, false)

type Options = Partial<Parameters<typeof loadPortal>[1]>
type Headers = Record<string, string>

const decompressed = async (response: Response) => brotliDecompressSync(await response.arrayBuffer()).toString()

describe('the built portal', () => {
  let folder: ReturnType<typeof temporaryFolder>

  beforeAll(() => {
    folder = temporaryFolder()
    const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder.path, name), content)
    mkdirSync(join(folder.path, 'assets/i18n'), { recursive: true })
    write('index.html', HTML)
    write('favicon.svg', '<svg/>')
    write('assets/main-abc.js', SCRIPT)
    write('assets/main-abc.js.br', brotliCompressSync(SCRIPT))
    write('assets/edited.js', 'edited')
    write('assets/edited.js.br', brotliCompressSync('older'))
    utimesSync(join(folder.path, 'assets/edited.js.br'), 1, 1)
    write('assets/i18n/nl.json', '{}')
    write('service-worker.js', 'keep()')
    write('service-worker.js.br', brotliCompressSync('keep()'))
    write('service-worker-off.js', 'leave()')
  })
  afterAll(() => folder[Symbol.dispose]())

  const get = async (path: string, headers: Headers = {}, method = 'GET', options: Options = {}) =>
    await loadPortal(folder.path, { https: false, xsrf, ...options })!(
      new Request(`http://portal.test${path}`, { method, headers }),
    )
  const contentOf = async (response: Response | Promise<Response>) => {
    const received = await response
    return [received.status, await received.text()]
  }

  test('is cached forever if its file name contains a hash', async () => {
    const cached = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await cached('/assets/main-abc.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/assets/i18n/nl.json', '/favicon.svg']) expect(await cached(path)).toBe('no-cache')
    const { headers } = await get('/assets/i18n/nl.json')
    const etag = headers.get('etag')!
    const unchanged = await get('/assets/i18n/nl.json', { 'if-none-match': `"x", W/${etag}` })
    expect([...(await contentOf(unchanged)), unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get('/assets/i18n/nl.json', { 'if-none-match': '"x"' })).status).toBe(200)
  })

  test('is neither cached nor indexed at the URL of a share link', async () => {
    const about = async (path: string) => {
      const { headers } = await get(path)
      return [headers.get('cache-control'), headers.get('x-robots-tag'), headers.get('referrer-policy')]
    }
    for (const path of ['/card', '/card/']) {
      expect(await about(path)).toEqual(['no-store', 'noindex, nofollow', 'no-referrer'])
      expect(await contentOf(get(path))).toEqual([200, HTML])
    }
    for (const path of ['/', '/cards', '/client/card'])
      expect((await about(path)).slice(0, 2)).toEqual(['no-cache', null])
  })

  test('has the head of its own page, and status 404 if the content of that page does not exist', async () => {
    const headOf = async (path: string) =>
      path === '/' ? undefined : path === '/prices/a' ? { title: 'Prijzen & meer', description: 'Van "A"' } : null
    const [found, missing, other] = await Promise.all(
      ['/prices/a', '/prices/b', '/'].map(async (path) => await contentOf(get(path, {}, 'GET', { headOf }))),
    )
    expect(found?.[1]).toContain('<title>Prijzen &#38; meer</title>')
    expect([found?.[0], missing, other]).toEqual([200, [404, HTML], [200, HTML]])
  })

  test('is compressed with Brotli if the browser accepts it', async () => {
    for (const accepted of ['br', 'gzip, deflate, br, zstd', 'br;q=0.5'])
      for (const path of ['/assets/main-abc.js', '/']) {
        const response = await get(path, { 'accept-encoding': accepted })
        expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
          'br',
          'Accept-Encoding',
        ])
        expect(await decompressed(response)).toBe(path === '/' ? HTML : SCRIPT)
      }
    for (const accepted of ['', 'gzip', 'br;q=0', 'x-br']) {
      const response = await get('/assets/main-abc.js', { 'accept-encoding': accepted })
      expect([response.headers.has('content-encoding'), await response.text()]).toEqual([false, SCRIPT])
    }
    expect(await contentOf(get('/assets/edited.js', { 'accept-encoding': 'br' }))).toEqual([200, 'edited'])
  })

  test.each([
    '/',
    '/index.html',
    '/auth/login',
    '/clients',
    '/auth/reset-password?token=a.b',
    '/client/portal/(client:reminders)',
  ])('serves its page at %s', async (path) => {
    expect(await contentOf(get(path))).toEqual([200, HTML])
  })

  test.each([
    '/assets/gone.js',
    '/assets/gone',
    '/assets/i18n/fr.json',
    '/robots.txt',
    '/assets/main-abc.js.br',
    '/.env',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..\\package.json',
  ])('returns 404 at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  describe('that knows the routes of the portal', () => {
    const request = (path: string, headers?: Headers, method?: string) =>
      get(path, headers, method, { isAddress: isPortalAddress })
    const HTML_ONLY = { accept: 'text/html,application/xhtml+xml' }

    test.each([
      '/',
      '/auth/login?x=1',
      '/client/patients/unknown',
      '/client/patients/a.b',
      '/portal/user/login',
      '/client/portal/(client:reminders)',
      '/client/portal/%28client%3Asettings%29',
      '/404',
      '/change-password',
      '/Admin/',
    ])('serves its page at %s', async (path) => {
      expect(await contentOf(request(path))).toEqual([200, HTML])
    })

    test.each<[string, Headers]>([
      ['/nergens', {}],
      ['/nergens/', {}],
      ['/admin/nergens', {}],
      ['/client/patients/a/b', {}],
      ['/clients', {}],
      ['/%E0%A4%A', {}],
      ['/prijzen.html', HTML_ONLY],
      ['/wp-login.php', HTML_ONLY],
      ['/index.html', HTML_ONLY],
    ])('serves its page with 404 at %s', async (path, headers) => {
      const response = await request(path, headers)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(await contentOf(response)).toEqual([404, HTML])
      expect(await contentOf(request(path, headers, 'HEAD'))).toEqual([404, ''])
    })

    test('compresses the page of an unknown route', async () => {
      const etag = (await request('/')).headers.get('etag')!
      const response = await request('/nergens', { 'if-none-match': `${etag}, *`, 'accept-encoding': 'br' })
      const { status, headers } = response
      expect([status, headers.get('content-encoding'), headers.has('etag')]).toEqual([404, 'br', false])
      expect(await decompressed(response)).toBe(HTML)
      expect((await request('/auth/login', { 'if-none-match': etag })).status).toBe(304)
    })

    test('does not serve the page for a missing file', async () => {
      for (const path of ['/robots.txt', '/assets/gone.js', '/.env', '/favicon.ico', '/wp-login.php'])
        expect(await contentOf(request(path, { accept: '*/*' }))).toEqual([404, NOT_FOUND])
      expect(await contentOf(request('/assets/gone.js', HTML_ONLY))).toEqual([404, NOT_FOUND])
    })
  })

  test('accepts only GET and HEAD requests', async () => {
    const head = await get('/', {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(HTML.length))
    expect(await contentOf(head)).toEqual([200, ''])
    const post = await get('/', {}, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('has a Content-Security-Policy for its own code and the configured API', async () => {
    const { headers } = await get('/auth/login')
    const policy = headers.get('content-security-policy')!
    const style = createHash('sha256').update(STYLE).digest('base64')
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        `style-src 'self' 'sha256-${style}'`,
        "connect-src 'self' https://api.example",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    for (const permitted of ['camera=()', 'publickey-credentials-create=(self)', 'publickey-credentials-get=(self)'])
      expect(headers.get('permissions-policy')).toContain(permitted)
    expect(headers.has('strict-transport-security')).toBe(false)
    expect((await get('/', {}, 'GET', { https: true })).headers.has('strict-transport-security')).toBe(true)
  })

  test('sets the anti-forgery cookie once', async () => {
    const [cookie = ''] = (await get('/')).headers.get('set-cookie')!.split(';')
    expect(cookie).toMatch(/^XSRF-TOKEN=/)
    expect((await get('/', { cookie })).headers.has('set-cookie')).toBe(false)
    expect((await get('/favicon.svg')).headers.has('set-cookie')).toBe(false)
  })

  test('has a service worker that changes with the page', async () => {
    const worker = (options?: Options, headers?: Headers) => get('/service-worker.js', headers, 'GET', options)
    const response = await worker()
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const script = await response.text()
    expect(script).toMatch(/^self\.SHELL="[\da-f]{16}";\nkeep\(\)$/)
    expect(await contentOf(worker())).toEqual([200, script])
    const other = await worker({ uploadTo: ['https://files.example'] })
    expect(await other.text()).not.toBe(script)
    expect(other.headers.get('etag')).not.toBe(response.headers.get('etag'))
    expect(await decompressed(await worker({}, { 'accept-encoding': 'br' }))).toBe(script)
    expect(await (await worker({ serviceWorker: false })).text()).toMatch(/leave\(\)$/)
    expect(await (await worker({ serviceWorker: true })).text()).toMatch(/keep\(\)$/)
  })

  test('is undefined before the first build', () => {
    expect(loadPortal(join(folder.path, 'nowhere'), { https: false, xsrf })).toBeUndefined()
  })
})

describe('a page with API root', () => {
  async function pageOf(apiRoot: string, options: Options = {}, capabilities = '') {
    using folder = temporaryFolder()
    const metadata = { 'portal-api-root': apiRoot, 'portal-capabilities': capabilities }
    const page = Object.entries(metadata).map(([name, content]) => `<meta name="${name}" content="${content}" />`)
    writeFileSync(join(folder.path, 'index.html'), page.join(''))
    const portal = loadPortal(folder.path, { https: true, xsrf, ...options })!
    const response = await portal(new Request('http://portal.test/', { headers: { 'accept-encoding': 'br' } }))
    const policy = response.headers.get('content-security-policy')!.split('; ')
    return {
      policy: policy.filter((directive) => /^(connect|img)-src/.test(directive)),
      capabilities: /name="portal-capabilities" content="([^"]*)"/.exec(await decompressed(response))![1],
    }
  }

  test.each([
    ['/api', [], "connect-src 'self'", "img-src 'self' data: https:"],
    [
      '/api',
      ['https://files.example', 'https://store.example/bucket/'],
      "connect-src 'self' https://files.example https://store.example/bucket/",
      "img-src 'self' data: https:",
    ],
    ...[
      ['https://api.example/v1', 'https://api.example'],
      ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
      ['//api.example/v1', 'api.example'],
    ].map(([root = '', source]): [string, string[], string, string] => [
      root,
      ['https://files.example'],
      `connect-src 'self' ${source} https://files.example`,
      `img-src 'self' data: https: ${source}`,
    ]),
  ])('%s may connect to the API and %j, and show their images', async (apiRoot, uploadTo, connect, img) => {
    expect((await pageOf(apiRoot, { uploadTo })).policy).toEqual([connect, img])
  })

  test.each([
    ['/api', '', 'card-sharing passkeys'],
    ['https://api.example/v1', '', ''],
    ['//api.example', 'passkeys', 'passkeys'],
  ])('%s and the capabilities %j gets the capabilities %j', async (apiRoot, written, expected) => {
    const options: Options = { capabilities: ['card-sharing', 'passkeys'] }
    expect((await pageOf(apiRoot, options, written)).capabilities).toBe(expected)
  })
})
