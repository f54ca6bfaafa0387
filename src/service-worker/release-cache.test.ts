import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPortalRouter } from '#src/router.ts'
import { type Release, createReleaseCache, isPage } from './release-cache.ts'

const ORIGIN = 'https://portal.test'
const TEXTS = '/assets/i18n/nl.json'
const FILTERED = '<!doctype html><h1>Blocked</h1>'

/** Body of a file. The file of texts has the same name in all releases. */
const bodyOf = (path: string, release: string) => (path === TEXTS ? `${path} of ${release}` : `code of ${path}`)

const releaseOf = (name: string, ...paths: string[]): Release => ({
  name,
  files: Object.fromEntries(
    paths.map((path) => [path, `sha256-${createHash('sha256').update(bodyOf(path, name)).digest('base64')}`]),
  ),
})
const first = releaseOf('one', '/assets/main-1.js', '/assets/list-1.js', TEXTS)
const second = releaseOf('two', '/assets/main-2.js', '/assets/list-1.js', TEXTS)

const shellOf = ({ files }: Release) => `<!doctype html><script src="${Object.keys(files)[0]}"></script>`

type Held = Map<string, Response>

const keyOf = (place: RequestInfo | URL) =>
  new URL(typeof place === 'string' || place instanceof URL ? place : place.url, ORIGIN).pathname

/** Cache storage in memory for at most `room.entries` entries. */
function memoryCaches(room = { entries: Infinity }) {
  const held = new Map<string, Held>()
  const entries = () => [...held.values()].reduce((sum, { size }) => sum + size, 0)
  const cacheOf = (all: Held) => ({
    match: (place: RequestInfo) => Promise.resolve(all.get(keyOf(place))?.clone()),
    put: (place: RequestInfo, response: Response) => {
      if (entries() >= room.entries) return Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      all.set(keyOf(place), response)
      return Promise.resolve()
    },
    delete: (place: RequestInfo) => Promise.resolve(all.delete(keyOf(place))),
    keys: () => Promise.resolve([...all.keys()].map((path) => new Request(ORIGIN + path))),
  })
  return {
    open: (name: string) => {
      if (!held.has(name)) held.set(name, new Map())
      return Promise.resolve(cacheOf(held.get(name)!))
    },
    match: async (place: RequestInfo) =>
      [...held.values()]
        .find((all) => all.has(keyOf(place)))
        ?.get(keyOf(place))
        ?.clone(),
    keys: () => Promise.resolve([...held.keys()]),
    delete: (name: string) => Promise.resolve(held.delete(name)),
  } as unknown as CacheStorage
}

/** Creates a server with a release, and a browser with open tabs. */
function setUp(room?: { entries: number }) {
  const caches = memoryCaches(room)
  const served = new Map<string, string>()
  const requested: string[] = []
  const open = new Set<string>()
  let now = 0
  const state = { isOnline: true, onReload: () => {} }
  const fetch = (place: RequestInfo | URL, options?: RequestInit) => {
    const path = keyOf(place)
    requested.push(path)
    if (!state.isOnline) return Promise.reject(new TypeError('Failed to fetch'))
    if (options?.cache === 'reload') state.onReload()
    const body = served.get(isPage(path) ? '/' : path)
    return Promise.resolve(new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200 }))
  }
  const clients = {
    matchAll: () => Promise.resolve([...open].map((id) => ({ id }))),
    claim: () => Promise.resolve(),
  }
  return Object.assign(state, {
    caches,
    served,
    requested,
    open,
    wait: (ms: number) => (now += ms),
    deploy(release: Release) {
      served.clear()
      for (const path of Object.keys(release.files)) served.set(path, bodyOf(path, release.name))
      served.set('/', shellOf(release))
    },
    worker: (release: Release) => createReleaseCache(release, { caches, fetch, clients, now: () => now }),
    async visit(worker: ReturnType<typeof createReleaseCache>, id: string) {
      const { response, opened } = await worker.page(new Request(`${ORIGIN}/auth/login`), id)
      await opened
      open.add(id)
      return await response.text()
    },
    async file(worker: ReturnType<typeof createReleaseCache>, path: string, id: string) {
      const response = await worker.file(new Request(ORIGIN + path), id)
      return response.ok ? await response.text() : response.status
    },
    releases: async () => (await caches.keys()).filter((name) => name.startsWith('portal-release-')),
  })
}

let browser: ReturnType<typeof setUp>

beforeEach(() => {
  browser = setUp()
  browser.deploy(first)
})

async function firstVisit() {
  const worker = browser.worker(first)
  await worker.install()
  await worker.activate()
  return worker
}

test('an installed release is served without the server', async () => {
  const worker = await firstVisit()
  browser.served.clear()
  expect(await browser.visit(worker, 'a')).toBe(shellOf(first))
  for (const path of Object.keys(first.files)) {
    expect(await browser.file(worker, path, 'a')).toBe(bodyOf(path, 'one'))
  }
})

const serve = (path: string, body: string) => () => browser.served.set(path, body)

test.each<[string, string, () => unknown]>([
  ['a file is missing', '/assets/list-1.js is not there: 404', () => browser.served.delete('/assets/list-1.js')],
  ['the page is of another release', 'The page is of another release', serve('/', shellOf(second))],
  ['a file is an HTML page', '/assets/list-1.js is not the file of this release', serve('/assets/list-1.js', FILTERED)],
  ['the message file is an HTML page', `${TEXTS} is not the file of this release`, serve(TEXTS, FILTERED)],
  ['the storage is full', 'Full', () => (browser = setUp({ entries: 2 })).deploy(first)],
])('a release is not installed if %s', async (_, message, damage) => {
  damage()
  await expect(browser.worker(first).install()).rejects.toThrow(message)
  expect(await browser.releases()).toEqual([])
})

test('a failed installation leaves the previous release in place', async () => {
  const worker = await firstVisit()
  browser.deploy(second)
  browser.served.delete('/assets/main-2.js')
  await expect(browser.worker(second).install()).rejects.toThrow('404')
  expect(await browser.visit(worker, 'a')).toBe(shellOf(first))
})

describe('two releases', () => {
  async function deploySecond() {
    browser.deploy(second)
    const worker = browser.worker(second)
    await worker.install()
    await worker.activate()
    return worker
  }

  test('keep each tab on the release that it was opened with', async () => {
    const before = await firstVisit()
    await browser.visit(before, 'old')
    const worker = await deploySecond()
    expect(await browser.visit(worker, 'new')).toBe(shellOf(second))
    expect(await browser.file(worker, '/assets/main-1.js', 'old')).toBe('code of /assets/main-1.js')
    expect(await browser.file(worker, TEXTS, 'old')).toBe(`${TEXTS} of one`)
    expect(await browser.file(worker, TEXTS, 'new')).toBe(`${TEXTS} of two`)
    expect([await worker.isNewest('old'), await worker.isNewest('new')]).toEqual([false, true])
  })

  test('share a file that both contain, without fetching it again', async () => {
    await firstVisit()
    browser.requested.length = 0
    await deploySecond()
    expect(browser.requested.toSorted()).toEqual(['/', TEXTS, '/assets/main-2.js'])
  })

  test('remove the older when its last tab is closed', async () => {
    const before = await firstVisit()
    await browser.visit(before, 'old')
    const worker = await deploySecond()
    browser.wait(120_000)
    await browser.visit(worker, 'new')
    await worker.started()
    expect(await browser.releases()).toEqual(['portal-release-one', 'portal-release-two'])
    browser.open.delete('old')
    browser.wait(120_000)
    await browser.visit(worker, 'newer')
    expect(await browser.releases()).toEqual(['portal-release-two'])
  })

  test('keep the older while one of its tabs is loading', async () => {
    const before = await firstVisit()
    const { opened } = await before.page(new Request(`${ORIGIN}/`), 'opening')
    await opened
    await deploySecond()
    expect(await browser.releases()).toEqual(['portal-release-one', 'portal-release-two'])
  })

  test('serve the older to a tab that was opened before the worker started', async () => {
    browser.open.add('early')
    await firstVisit()
    const worker = await deploySecond()
    expect(await worker.isNewest('early')).toBe(false)
    expect(await browser.file(worker, TEXTS, 'early')).toBe(`${TEXTS} of one`)
  })
})

describe('a response that does not match the file of the release', () => {
  test('is requested again, bypassing the HTTP cache', async () => {
    let isKept = true
    browser.served.set('/assets/list-1.js', FILTERED)
    browser.onReload = () => {
      isKept = false
      browser.deploy(first)
    }
    await firstVisit()
    expect(isKept).toBe(false)
  })

  test.each(['portal-release-zero', 'portal-release-one'])(
    'is neither copied nor served from the cache %s',
    async (name) => {
      const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }
      const store = async () => (await browser.caches.open(name)).put('/assets/list-1.js', new Response(FILTERED, html))
      if (name === 'portal-release-zero') await store()
      const worker = await firstVisit()
      if (name === 'portal-release-one') await store()
      expect(await browser.file(worker, '/assets/list-1.js', 'a')).toBe('code of /assets/list-1.js')
    },
  )
})

describe('a cached page that failed to start', () => {
  const SERVED = '<!doctype html>from the server'

  async function notStarted() {
    const worker = await firstVisit()
    await browser.visit(worker, 'a')
    browser.served.set('/', SERVED)
    return worker
  }

  test('is replaced by the page of the server until a page has started', async () => {
    const worker = await notStarted()
    browser.wait(20_000)
    expect(await browser.visit(worker, 'b')).toBe(SERVED)
    expect(await browser.releases()).toEqual([])
    browser.deploy(first)
    await worker.started()
    expect(await browser.visit(worker, 'c')).toBe(shellOf(first))
  })

  test('is served while there is no connection', async () => {
    const worker = await notStarted()
    browser.wait(20_000)
    browser.isOnline = false
    expect(await browser.visit(worker, 'b')).toBe(shellOf(first))
    expect(await browser.releases()).toEqual(['portal-release-one'])
  })

  test.each([
    ['it has started', 20_000, true],
    ['it was just opened', 1_000, false],
  ])('is served from the cache after all if %s', async (_, waited, hasStarted) => {
    const worker = await notStarted()
    if (hasStarted) await worker.started()
    browser.wait(waited)
    expect(await browser.visit(worker, 'b')).toBe(shellOf(first))
  })

  test('is replaced immediately after giveUp', async () => {
    const worker = await notStarted()
    await worker.started()
    await worker.giveUp()
    expect(await browser.visit(worker, 'b')).toBe(SERVED)
  })
})

test('the next page comes from the server if a file was missing in the cache and on the server', async () => {
  const worker = await firstVisit()
  browser.deploy(second)
  await (await browser.caches.open('portal-release-one')).delete('/assets/list-1.js')
  browser.served.delete('/assets/list-1.js')
  expect(await browser.file(worker, '/assets/list-1.js', 'a')).toBe(404)
  expect(await browser.visit(worker, 'a')).toBe(shellOf(second))
})

test('a file of an unknown release is requested from the server', async () => {
  const worker = await firstVisit()
  expect(await browser.file(worker, '/assets/main-0.js', 'a')).toBe(404)
  browser.served.clear()
  expect(await browser.visit(worker, 'a')).toBe(shellOf(first))
})

describe('isPage', () => {
  // The service worker leaves shared cards to the server.
  const addresses = Object.keys(createPortalRouter().routesByPath).filter((path) => path !== '/$' && path !== '/card')

  test('is true for every page of the portal', () => {
    expect(addresses.filter((address) => !isPage(address.replaceAll(/\$\w+/g, '6f1a')))).toEqual([])
  })

  test('is false for calls, files and shared cards', () => {
    const files = ['/api/user', '/files/logo', '/assets/main-1.js', '/favicon.svg', '/health', '/client/a.pdf']
    expect([...files, '/card', '/authority'].filter(isPage)).toEqual([])
  })
})
