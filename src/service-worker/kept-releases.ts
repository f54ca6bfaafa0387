import type { Clients } from './worker-scope.ts'

// The releases that a browser keeps. A tab stays with the release it was opened in, whatever comes meanwhile: the shell names
// its scripts by their contents, and each release has a cache of its own, from which nothing goes while a tab needs it. A new
// release is used for the pages that are opened from then on, once all of it is there.

export interface Release {
  name: string
  /** The paths of all its files but the shell. */
  files: readonly string[]
  /** Of those that have the same name in every release, the hash they must have. */
  integrity: Readonly<Record<string, string>>
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
}

const PREFIX = 'portal-release-'
const TABS = 'portal-tabs'
/** The page that every address of the portal gets. */
const SHELL = '/'
const SHELL_NAMES = /(?:src|href)="(\/assets\/[^"]+)"/g
/**
 * The addresses of the portal, but for that of a shared card, which nothing keeps; whatever else is opened in a tab is the server's.
 * A test holds them against the router.
 */
const PAGES = /^\/($|(404|accessibility|admin|auth|client|not-authorised|portal)(\/|$))/
/** At once, so that who goes on working does not wait for a line that is full. */
const LANES = 3
/** A tab that is being opened is not among the open ones yet. */
const OPENING_MS = 60_000

export const isPage = (pathname: string): boolean => PAGES.test(pathname) && !pathname.split('/').at(-1)?.includes('.')

const cacheOf = (release: string) => PREFIX + release
const isHashed = (path: string) => /^\/assets\/(?!i18n\/)/.test(path)
const tabPath = (id: string) => `/tabs/${id}`
// What a browser accepts changes with its version, and the file is the same.
const match = (place: Pick<Cache, 'match'>, path: string) => place.match(path, { ignoreVary: true })

export function createKeptReleases(own: Release, { caches, fetch, clients, now }: Browser) {
  const files = new Set(own.files)

  async function fetched(path: string, options: RequestInit): Promise<Response> {
    const response = await fetch(path, { ...options, priority: 'low' })
    if (!response.ok || response.redirected) throw new Error(`${path} is not there: ${response.status}`)
    return response
  }

  /** While one release replaces another on the server, its answers may be of both. */
  async function ownShell(): Promise<Response> {
    const shell = await fetched(SHELL, { cache: 'no-cache' })
    const named = [...(await shell.clone().text()).matchAll(SHELL_NAMES)].map(([, path = '']) => path)
    if (named.length === 0 || !named.every((path) => files.has(path))) throw new Error('The page is of another release')
    return shell
  }

  async function keep(cache: Cache, path: string): Promise<void> {
    if (await match(cache, path)) return
    const known = isHashed(path) ? await match(caches, path) : undefined
    const integrity = own.integrity[path]
    const fresh: RequestInit = { cache: isHashed(path) ? 'default' : 'no-cache', ...(integrity && { integrity }) }
    await cache.put(path, known ?? (await fetched(path, fresh)))
  }

  /** All of it or nothing; what could not be fetched, or has no room, is tried again when the browser next looks. */
  async function install(): Promise<void> {
    try {
      const cache = await caches.open(cacheOf(own.name))
      const shell = await ownShell()
      const paths = files.values()
      const lane = async () => {
        for (const path of paths) await keep(cache, path)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      await cache.put(SHELL, shell)
    } catch (error) {
      await caches.delete(cacheOf(own.name))
      throw error
    }
  }

  async function releaseOf(id: string): Promise<string | undefined> {
    const answer = await (await caches.open(TABS)).match(tabPath(id))
    if (!answer) return undefined
    const { release }: Tab = await answer.json()
    return release
  }

  async function opens(id: string): Promise<void> {
    const tab: Tab = { release: own.name, at: now() }
    await (await caches.open(TABS)).put(tabPath(id), new Response(JSON.stringify(tab)))
  }

  /** Takes over; who came by the network before there was a worker has this release, too. */
  async function activate(): Promise<void> {
    await clients.claim()
    for (const { id } of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      if ((await releaseOf(id)) === undefined) await opens(id)
    }
    await tidy()
  }

  /** Forgets the tabs that are closed, and the releases that no tab is of any more. */
  async function tidy(): Promise<void> {
    const former = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheOf(own.name))
    const tabs = await caches.open(TABS)
    const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    const paths = new Set(open.map(({ id }) => tabPath(id)))
    const inUse = new Set<string>()
    for (const request of await tabs.keys()) {
      const entry = await tabs.match(request)
      if (!entry) continue
      const { release, at }: Tab = await entry.json()
      if (paths.has(new URL(request.url).pathname) || at > now() - OPENING_MS) inUse.add(cacheOf(release))
      else await tabs.delete(request)
    }
    await Promise.all(former.filter((name) => !inUse.has(name)).map((name) => caches.delete(name)))
  }

  /** The page for a navigation; `opened` is done when it is known which release the new tab has. */
  async function page(request: Request, tabId: string): Promise<{ answer: Response; opened: Promise<void> }> {
    const shell = await match(await caches.open(cacheOf(own.name)), SHELL)
    if (!shell) return { answer: await fetch(request), opened: Promise.resolve() }
    return { answer: shell, opened: opens(tabId).then(tidy) }
  }

  /** A file as the release has it that this tab was opened in. */
  async function file(request: Request, tabId: string): Promise<Response> {
    const { pathname: path } = new URL(request.url)
    const kept = isHashed(path) ? await match(caches, path) : await ofTab(path, tabId)
    if (kept) return kept
    const answer = await fetch(request)
    // Something has been taken out of the cache, and the server has it no more: the next page is asked of the server.
    if (isBroken(answer, path)) await (await caches.open(cacheOf(own.name))).delete(SHELL)
    return answer
  }

  async function ofTab(path: string, tabId: string): Promise<Response | undefined> {
    const release = (await releaseOf(tabId)) ?? own.name
    return await match(await caches.open(cacheOf(release)), path)
  }

  const isBroken = (answer: Response, path: string) =>
    files.has(path) && (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html') === true)

  return {
    install,
    activate,
    page,
    file,
    /** Whether this request is for a file that some release has. */
    has: (path: string) => files.has(path) || isHashed(path),
    isNewest: async (tabId: string) => ((await releaseOf(tabId)) ?? own.name) === own.name,
  }
}
