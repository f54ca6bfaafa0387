import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createXsrf } from '#server/http/xsrf.ts'
import { isPortalAddress } from '#contract/portal-routes.ts'
import { loadPortal } from '#server/node/static.ts'

const STYLE = 'body { margin: 0 }'
const HTML = `<!doctype html><meta name="portal-api-root" content="https://api.example/portal"><style>${STYLE}</style>`
const SCRIPT = 'console.log("portal")'.repeat(50)
const xsrf = createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, false)

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(folder, 'assets/i18n'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), HTML)
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/edited.js'), 'edited')
  writeFileSync(join(folder, 'assets/edited.js.br'), brotliCompressSync('older'))
  utimesSync(join(folder, 'assets/edited.js.br'), 1, 1)
  writeFileSync(join(folder, 'assets/i18n/nl.json'), '{}')
  writeFileSync(join(folder, 'service-worker.js'), 'keep()')
  writeFileSync(join(folder, 'service-worker.js.br'), brotliCompressSync('keep()'))
  writeFileSync(join(folder, 'service-worker-off.js'), 'leave()')
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET', https = false) =>
  await loadPortal(folder, { https, xsrf })!(new Request(`http://portal.test${path}`, { method, headers }))

test('hashed files are for ever, the others are asked for each time', async () => {
  const cached = async (path: string) => (await get(path)).headers.get('cache-control')
  expect(await cached('/assets/main-abc.js')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/assets/i18n/nl.json', '/favicon.svg']) expect(await cached(path)).toBe('no-cache')
})

test('the page of a card that was shared is kept by nobody and listed nowhere, and is the page all the same', async () => {
  for (const path of ['/card', '/card/']) {
    const answer = await get(path)
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex, nofollow',
    ])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await answer.text()).toBe(HTML)
  }
  for (const path of ['/', '/cards', '/client/card']) {
    const answer = await get(path)
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual(['no-cache', null])
  }
})

test('whoever knows a file gets no second copy', async () => {
  const etag = (await get('/assets/i18n/nl.json')).headers.get('etag')!
  const answer = await get('/assets/i18n/nl.json', { 'if-none-match': `"x", W/${etag}` })
  expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag])
  expect((await get('/assets/i18n/nl.json', { 'if-none-match': '"x"' })).status).toBe(200)
})

describe('compressed', () => {
  test.each(['br', 'gzip, deflate, br, zstd', 'br;q=0.5'])('for %s', async (accepted) => {
    for (const path of ['/assets/main-abc.js', '/']) {
      const answer = await get(path, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const text = brotliDecompressSync(await answer.arrayBuffer()).toString()
      expect(text).toBe(path === '/' ? HTML : SCRIPT)
    }
  })

  test.each(['', 'gzip', 'br;q=0', 'x-br'])('not for %j', async (accepted) => {
    const answer = await get('/assets/main-abc.js', { 'accept-encoding': accepted })
    expect([answer.headers.has('content-encoding'), await answer.text()]).toEqual([false, SCRIPT])
  })

  test('not where the file was changed since', async () => {
    expect(await (await get('/assets/edited.js', { 'accept-encoding': 'br' })).text()).toBe('edited')
  })
})

test.each([
  '/',
  '/index.html',
  '/auth/login',
  '/clients',
  '/auth/reset-password?token=a.b',
  '/client/portal/(client:reminders)',
])('%s is the portal', async (path) => {
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([200, HTML])
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
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404)
})

describe('with the list of addresses', () => {
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const portal = loadPortal(folder, { https: false, xsrf, isAddress: isPortalAddress })!
    return await portal(new Request(`http://portal.test${path}`, { method, headers }))
  }
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
  ])('%s is the portal', async (path) => {
    const answer = await ask(path)
    expect([answer.status, await answer.text()]).toEqual([200, HTML])
  })

  test.each([
    ['/nergens', {}],
    ['/nergens/', {}],
    ['/admin/nergens', {}],
    ['/client/patients/a/b', {}],
    ['/clients', {}],
    ['/%E0%A4%A', {}],
    ['/prijzen.html', HTML_ONLY],
    ['/wp-login.php', HTML_ONLY],
    ['/index.html', HTML_ONLY],
  ])('%s has the page with 404', async (path, headers) => {
    const answer = await ask(path, headers)
    expect([answer.status, await answer.text()]).toEqual([404, HTML])
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    const head = await ask(path, headers, 'HEAD')
    expect([head.status, await head.text()]).toEqual([404, ''])
  })

  test('an unknown address is compressed, and never unchanged', async () => {
    const etag = (await ask('/')).headers.get('etag')!
    const answer = await ask('/nergens', { 'if-none-match': `${etag}, *`, 'accept-encoding': 'br' })
    expect([answer.status, answer.headers.get('content-encoding'), answer.headers.has('etag')]).toEqual([
      404,
      'br',
      false,
    ])
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(HTML)
    expect((await ask('/auth/login', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each(['/robots.txt', '/assets/gone.js', '/.env', '/favicon.ico', '/wp-login.php'])(
    'the missing file %s is not the page',
    async (path) => {
      const answer = await ask(path, { accept: '*/*' })
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n'])
    },
  )

  test('a missing file below /assets/ is never the page', async () => {
    expect(await (await ask('/assets/gone.js', HTML_ONLY)).text()).toBe('Not found\n')
  })
})

test('HEAD has the headers only, and nothing is written', async () => {
  const answer = await get('/', {}, 'HEAD')
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
    200,
    String(HTML.length),
    '',
  ])
  const post = await get('/', {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('S-157 a page runs what is ours, calls the API that is set, and is in nobody else’s frame', async () => {
  const { headers } = await get('/auth/login')
  const policy = headers.get('content-security-policy')!
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
      "connect-src 'self' https://api.example",
    ]),
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  for (const use of ['create', 'get'])
    expect(headers.get('permissions-policy')).toContain(`publickey-credentials-${use}=(self)`)
  expect(headers.has('strict-transport-security')).toBe(false)
  expect((await get('/', {}, 'GET', true)).headers.has('strict-transport-security')).toBe(true)
})

describe('S-157 what a page may call', () => {
  async function policyOf(apiRoot: string, uploadTo: string[] = []) {
    const other = mkdtempSync(join(tmpdir(), 'dist-'))
    writeFileSync(join(other, 'index.html'), `<meta name="portal-api-root" content="${apiRoot}">`)
    const answer = await loadPortal(other, { https: true, xsrf, uploadTo })!(new Request('http://portal.test/'))
    rmSync(other, { recursive: true })
    const policy = answer.headers.get('content-security-policy')!
    return policy.split('; ').filter((directive) => /^(connect|img)-src/.test(directive))
  }

  test('is its own server, and where files go', async () => {
    expect(await policyOf('/api')).toEqual(["connect-src 'self'", "img-src 'self' data: https:"])
    expect(await policyOf('/api', ['https://files.example', 'https://store.example/bucket/'])).toEqual([
      "connect-src 'self' https://files.example https://store.example/bucket/",
      "img-src 'self' data: https:",
    ])
  })

  test.each([
    ['https://api.example/v1', 'https://api.example'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
    ['//api.example/v1', 'api.example'],
  ])('and shows logos of, is the API at %s', async (root, source) => {
    expect(await policyOf(root, ['https://files.example'])).toEqual([
      `connect-src 'self' ${source} https://files.example`,
      `img-src 'self' data: https: ${source}`,
    ])
  })
})

describe('what the API can do for who is not signed in', () => {
  async function tells(apiRoot: string, written = '') {
    const other = mkdtempSync(join(tmpdir(), 'dist-'))
    const page = (content: string) =>
      `<meta name="portal-api-root" content="${apiRoot}"><meta name="portal-capabilities" content="${content}" />`
    writeFileSync(join(other, 'index.html'), page(written))
    const portal = loadPortal(other, { https: true, xsrf, capabilities: ['card-sharing', 'passkeys'] })!
    const answer = await portal(new Request('http://portal.test/', { headers: { 'accept-encoding': 'br' } }))
    rmSync(other, { recursive: true })
    const html = brotliDecompressSync(await answer.arrayBuffer()).toString()
    return /name="portal-capabilities" content="([^"]*)"/.exec(html)![1]
  }

  test('is told by the page that this server serves for its own', async () => {
    expect(await tells('/api')).toBe('card-sharing passkeys')
  })

  test.each(['https://api.example/v1', '//api.example'])('is not known of another one, %s', async (apiRoot) => {
    expect(await tells(apiRoot)).toBe('')
    expect(await tells(apiRoot, 'passkeys')).toBe('passkeys')
  })
})

test('the page brings the anti-forgery cookie, once', async () => {
  const cookie = (await get('/')).headers.get('set-cookie')!.split(';')[0]!
  expect(cookie).toMatch(/^XSRF-TOKEN=/)
  expect((await get('/', { cookie })).headers.has('set-cookie')).toBe(false)
  expect((await get('/favicon.svg')).headers.has('set-cookie')).toBe(false)
})

describe('the service worker', () => {
  const workerOf = async (options: Partial<Parameters<typeof loadPortal>[1]> = {}) =>
    await loadPortal(folder, { https: false, xsrf, ...options })!(new Request('http://portal.test/service-worker.js'))

  test('is asked for each time, and is another one where the page or its headers are', async () => {
    const answer = await workerOf()
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const script = await answer.text()
    expect(script).toMatch(/^self\.SHELL="[\da-f]{16}";\nkeep\(\)$/)
    expect(await (await workerOf()).text()).toBe(script)
    const other = await workerOf({ uploadTo: ['https://files.example'] })
    expect(await other.text()).not.toBe(script)
    expect(other.headers.get('etag')).not.toBe(answer.headers.get('etag'))
    const compressed = await get('/service-worker.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(await compressed.arrayBuffer()).toString()).toBe(script)
  })

  test('takes itself away where the portal is not to be kept', async () => {
    expect(await (await workerOf({ kept: false })).text()).toMatch(/leave\(\)$/)
    expect(await (await workerOf({ kept: true })).text()).toMatch(/keep\(\)$/)
  })
})

test('without a built portal there is none', () => {
  expect(loadPortal(join(folder, 'nowhere'), { https: false, xsrf })).toBeUndefined()
})
