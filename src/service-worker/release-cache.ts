import { isPortalAddress } from '#contract/portal-routes.ts'
import type { Clients } from './worker-scope.ts'

// Release cache. A tab keeps the release in which it was opened, even if newer releases arrive. The shell names its scripts by
// content hash. Each release has its own cache, which is kept while a tab uses the release. Pages opened later use a new release
// once all its files are stored.
//
// A file is stored only if its hash equals that of the build: a network filter or a captive portal may respond in place of the
// server. If the page of a stored release does not start, the cache of the release is deleted and the server is used.

export interface Release {
  name: string
  /** Hash (`sha256-…`) of each file except the shell, by path. */
  files: Readonly<Record<string, string>>
}

interface Browser {
  caches: CacheStorage
  fetch: typeof fetch
  clients: Clients
  now: () => number
}

interface Tab {
  release: string
  at: number
  /** False until the page from the cache reports that it runs. */
  isStarted?: boolean
}

const PREFIX = 'portal-release-'
const TABS = 'portal-tabs'
/** Path of the HTML page that is served at every URL of the portal. */
const SHELL = '/'
const SHELL_NAMES = /(?:src|href)="(\/assets\/[^"]+)"/g
/** Maximum number of concurrent downloads; leaves bandwidth for the user's requests. */
const CONCURRENCY = 3
/** Time during which a new tab may be missing from the list of open tabs. */
const OPENING_MS = 60_000
/** A page that has not started within this time counts as broken. */
const STARTS_WITHIN_MS = 8_000

/** Whether the stored page is served at this path. Pages of shared views are never stored. */
export const isPage = (pathname: string): boolean =>
  isPortalAddress(pathname) && !pathname.toLowerCase().startsWith('/card')

const cacheOf = (release: string) => PREFIX + release
const isHashed = (path: string) => /^\/assets\/(?!i18n\/)/.test(path)
const tabPath = (id: string) => `/tabs/${id}`
// Ignores `Vary`: the `Accept` headers change with the browser version, the file does not.
const match = (place: Pick<Cache, 'match'>, path: string) => place.match(path, { ignoreVary: true })

const isHtml = (response: Response) => response.headers.get('content-type')?.startsWith('text/html') === true

async function hashOf(response: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

export function createReleaseCache(own: Release, browser: Browser) {
  const { caches, fetch, clients, now } = browser
  const store = createStore(own, browser)
  const tabs = createTabs(own.name, browser)
  let dropping: Promise<unknown> = Promise.resolve()

  const ownCache = () => caches.open(cacheOf(own.name))

  /** Handles the report of a running page: clears the suspicion of a broken release, and stores a deleted release again. */
  async function started(): Promise<void> {
    await tabs.allStarted()
    if (!(await match(await ownCache(), SHELL))) await store.install()
  }

  /** Deletes the stored files of this release, so that the next page and its files come from the server. */
  function giveUp(): Promise<unknown> {
    dropping = caches.delete(cacheOf(own.name))
    return dropping
  }

  /** Takes control of open tabs. Pages that were loaded before the worker existed also have this release. */
  async function activate(): Promise<void> {
    await clients.claim()
    for (const { id } of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      if ((await tabs.releaseOf(id)) === undefined) await tabs.opens(id, true)
    }
    await tabs.tidy()
  }

  /** Returns the page for a navigation; `opened` resolves when the release of the new tab is recorded. */
  async function page(request: Request, tabId: string): Promise<{ response: Response; opened: Promise<void> }> {
    await dropping
    const shell = await match(await ownCache(), SHELL)
    if (!shell) return { response: await fetch(request), opened: Promise.resolve() }
    const isBroken = (await tabs.notStarted()).some(([, { at }]) => at < now() - STARTS_WITHIN_MS)
    // Without a connection the stored page is used, even if it may be broken.
    const fresh = isBroken ? await fetch(request).catch(() => undefined) : undefined
    if (fresh?.ok) {
      await giveUp()
      return { response: fresh, opened: Promise.resolve() }
    }
    return { response: shell, opened: tabs.opens(tabId, false).then(tabs.tidy) }
  }

  /** Returns a file of the release in which this tab was opened. */
  async function file(request: Request, tabId: string): Promise<Response> {
    await dropping
    const { pathname: path } = new URL(request.url)
    const cached = isHashed(path)
      ? ((await match(await ownCache(), path)) ?? (await match(caches, path)))
      : await match(await caches.open(cacheOf((await tabs.releaseOf(tabId)) ?? own.name)), path)
    // Earlier versions stored HTML responses of network filters.
    if (cached && !isHtml(cached)) return cached
    const response = await fetch(request)
    // If the file is in neither cache nor server, the release is incomplete; without its shell, the next page comes from the server.
    if (store.has(path) && (!response.ok || isHtml(response))) await (await ownCache()).delete(SHELL)
    return response
  }

  return {
    install: store.install,
    activate,
    page,
    file,
    started,
    giveUp,
    /** Whether a release can have this file. */
    has: (path: string) => store.has(path) || isHashed(path),
    isNewest: async (tabId: string) => ((await tabs.releaseOf(tabId)) ?? own.name) === own.name,
  }
}

/** Creates the access to the cached files of one release. */
function createStore(own: Release, { caches, fetch }: Browser) {
  const files = new Map(Object.entries(own.files))

  async function fetched(path: string, options: RequestInit): Promise<Response> {
    const response = await fetch(path, { ...options, priority: 'low' })
    if (!response.ok || response.redirected) throw new Error(`${path} is not there: ${response.status}`)
    return response
  }

  /** Fetches the shell of this release; throws if it names other scripts, which happens while the server changes its release. */
  async function ownShell(): Promise<Response> {
    const shell = await fetched(SHELL, { cache: 'no-cache' })
    const named = [...(await shell.clone().text()).matchAll(SHELL_NAMES)].map(([, path = '']) => path)
    if (named.length === 0 || !named.every((path) => files.has(path))) throw new Error('The page is of another release')
    return shell
  }

  const isIntact = async (path: string, response: Response) => (await hashOf(response)) === files.get(path)

  /** Stores a file with the expected hash: from a cache, from the server, or from the server bypassing the HTTP cache. */
  async function keep(cache: Cache, path: string): Promise<void> {
    const cached = await match(cache, path)
    if (cached && (await isIntact(path, cached))) return
    const sources = [
      async () => (isHashed(path) ? await match(caches, path) : undefined),
      () => fetched(path, { cache: isHashed(path) ? 'default' : 'no-cache' }),
      () => fetched(path, { cache: 'reload' }),
    ]
    for (const source of sources) {
      const response = await source()
      if (response && (await isIntact(path, response))) return await cache.put(path, response)
    }
    throw new Error(`${path} is not the file of this release`)
  }

  return {
    has: (path: string) => files.has(path),
    /** Stores all files or none; after a failure the browser tries again at its next update check. */
    async install(): Promise<void> {
      try {
        const cache = await caches.open(cacheOf(own.name))
        const shell = await ownShell()
        const paths = files.keys()
        const lane = async () => {
          for (const path of paths) await keep(cache, path)
        }
        await Promise.all(Array.from({ length: CONCURRENCY }, lane))
        await cache.put(SHELL, shell)
      } catch (error) {
        await caches.delete(cacheOf(own.name))
        throw error
      }
    },
  }
}

/** Records the release of each open tab, in a separate cache. */
function createTabs(name: string, { caches, clients, now }: Browser) {
  const open = () => caches.open(TABS)

  async function entries(): Promise<[path: string, tab: Tab][]> {
    const tabs = await open()
    const found: [string, Tab][] = []
    for (const request of await tabs.keys()) {
      const entry = await tabs.match(request)
      if (entry) found.push([new URL(request.url).pathname, await entry.json()])
    }
    return found
  }

  const write = async (path: string, tab: Tab) => (await open()).put(path, new Response(JSON.stringify(tab)))

  /** Tabs of this release whose page has not reported that it runs, by the path of their entry. */
  const notStarted = async () =>
    (await entries()).filter(([, { release, isStarted }]) => release === name && isStarted === false)

  return {
    notStarted,
    opens: (id: string, isStarted: boolean) => write(tabPath(id), { release: name, at: now(), isStarted }),
    async releaseOf(id: string): Promise<string | undefined> {
      const response = await (await open()).match(tabPath(id))
      const tab: Tab | undefined = await response?.json()
      return tab?.release
    },
    async allStarted(): Promise<void> {
      for (const [path, tab] of await notStarted()) await write(path, { ...tab, isStarted: true })
    },
    /** Deletes the entries of closed tabs, and the caches of releases that no tab uses. */
    async tidy(): Promise<void> {
      const former = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== cacheOf(name))
      const present = await clients.matchAll({ type: 'window', includeUncontrolled: true })
      const paths = new Set(present.map(({ id }) => tabPath(id)))
      const inUse = new Set<string>()
      for (const [path, { release, at }] of await entries()) {
        if (paths.has(path) || at > now() - OPENING_MS) inUse.add(cacheOf(release))
        else await (await open()).delete(path)
      }
      await Promise.all(former.filter((each) => !inUse.has(each)).map((each) => caches.delete(each)))
    },
  }
}
