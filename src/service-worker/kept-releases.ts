import { isPortalAddress } from '#contract/portal-routes.ts'
import type { Clients } from './worker-scope.ts'

// The releases that a browser keeps. A tab stays with the release it was opened in, whatever comes meanwhile: the shell names
// its scripts by their contents, and each release has a cache of its own, from which nothing goes while a tab needs it. A new
// release is used for the pages that are opened from then on, once all of it is there.
//
// A file is stored only if it has the hash that the build computed, because a network filter or a captive portal may answer in
// place of the server. A stored release whose page does not start is given up for the server's.

export interface Release {
  name: string
  /** Hash (`sha256-…`) of each file but the shell, by path. */
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
  /** False until the page that was answered from the cache says that it runs. */
  isStarted?: boolean
}

const PREFIX = 'portal-release-'
const TABS = 'portal-tabs'
/** The page that every address of the portal gets. */
const SHELL = '/'
const SHELL_NAMES = /(?:src|href)="(\/assets\/[^"]+)"/g
/** At once, so that who goes on working does not wait for a line that is full. */
const LANES = 3
/** A tab that is being opened is not among the open ones yet. */
const OPENING_MS = 60_000
/** A page that has not started by then is taken for broken. */
const STARTS_WITHIN_MS = 8_000

/** Addresses that the stored page answers; nothing of a shared card is kept. */
export const isPage = (pathname: string): boolean =>
  isPortalAddress(pathname) && !pathname.toLowerCase().startsWith('/card')

const cacheOf = (release: string) => PREFIX + release
const isHashed = (path: string) => /^\/assets\/(?!i18n\/)/.test(path)
const tabPath = (id: string) => `/tabs/${id}`
// What a browser accepts changes with its version, and the file is the same.
const match = (place: Pick<Cache, 'match'>, path: string) => place.match(path, { ignoreVary: true })

const isHtml = (answer: Response) => answer.headers.get('content-type')?.startsWith('text/html') === true

async function hashOf(answer: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

export function createKeptReleases(own: Release, { caches, fetch, clients, now }: Browser) {
  const files = new Map(Object.entries(own.files))
  const ownCache = () => caches.open(cacheOf(own.name))
  let dropping: Promise<unknown> = Promise.resolve()

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

  const isIntact = async (path: string, answer: Response) => (await hashOf(answer)) === files.get(path)

  /** Stores the file as the build made it: from a cache, else from the server, past what the browser keeps if that is wrong. */
  async function keep(cache: Cache, path: string): Promise<void> {
    const held = await match(cache, path)
    if (held && (await isIntact(path, held))) return
    const sources = [
      async () => (isHashed(path) ? await match(caches, path) : undefined),
      () => fetched(path, { cache: isHashed(path) ? 'default' : 'no-cache' }),
      () => fetched(path, { cache: 'reload' }),
    ]
    for (const source of sources) {
      const answer = await source()
      if (answer && (await isIntact(path, answer))) return await cache.put(path, answer)
    }
    throw new Error(`${path} is not the file of this release`)
  }

  /** All of it or nothing; what could not be fetched, or has no room, is tried again when the browser next looks. */
  async function install(): Promise<void> {
    try {
      const cache = await ownCache()
      const shell = await ownShell()
      const paths = files.keys()
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

  async function opens(id: string, isStarted: boolean): Promise<void> {
    const tab: Tab = { release: own.name, at: now(), isStarted }
    await (await caches.open(TABS)).put(tabPath(id), new Response(JSON.stringify(tab)))
  }

  /** The tabs of this release whose page has not said that it runs, by the path of their entry. */
  async function notStarted(): Promise<[path: string, tab: Tab][]> {
    const tabs = await caches.open(TABS)
    const found: [string, Tab][] = []
    for (const request of await tabs.keys()) {
      const entry = await tabs.match(request)
      if (!entry) continue
      const tab: Tab = await entry.json()
      if (tab.release === own.name && tab.isStarted === false) found.push([new URL(request.url).pathname, tab])
    }
    return found
  }

  /** A page runs. The release is fit again; one that was given up is stored anew. */
  async function started(): Promise<void> {
    const tabs = await caches.open(TABS)
    for (const [path, tab] of await notStarted()) {
      await tabs.put(path, new Response(JSON.stringify({ ...tab, isStarted: true })))
    }
    if (!(await match(await ownCache(), SHELL))) await install()
  }

  /** Forgets the stored files of this release: the next page and its files come from the server. */
  function giveUp(): Promise<unknown> {
    dropping = caches.delete(cacheOf(own.name))
    return dropping
  }

  /** Takes over; who came by the network before there was a worker has this release, too. */
  async function activate(): Promise<void> {
    await clients.claim()
    for (const { id } of await clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      if ((await releaseOf(id)) === undefined) await opens(id, true)
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
    await dropping
    const shell = await match(await ownCache(), SHELL)
    if (!shell) return { answer: await fetch(request), opened: Promise.resolve() }
    const isBroken = (await notStarted()).some(([, { at }]) => at < now() - STARTS_WITHIN_MS)
    // Without a connection the stored page is better than none.
    const fresh = isBroken ? await fetch(request).catch(() => undefined) : undefined
    if (fresh?.ok) {
      await giveUp()
      return { answer: fresh, opened: Promise.resolve() }
    }
    return { answer: shell, opened: opens(tabId, false).then(tidy) }
  }

  /** A file as the release has it that this tab was opened in. */
  async function file(request: Request, tabId: string): Promise<Response> {
    await dropping
    const { pathname: path } = new URL(request.url)
    const kept = isHashed(path)
      ? ((await match(await ownCache(), path)) ?? (await match(caches, path)))
      : await ofTab(path, tabId)
    // Former versions stored what a filter answered.
    if (kept && !isHtml(kept)) return kept
    const answer = await fetch(request)
    // Something has been taken out of the cache, and the server has it no more: the next page is asked of the server.
    if (isMissing(answer, path)) await (await ownCache()).delete(SHELL)
    return answer
  }

  async function ofTab(path: string, tabId: string): Promise<Response | undefined> {
    const release = (await releaseOf(tabId)) ?? own.name
    return await match(await caches.open(cacheOf(release)), path)
  }

  const isMissing = (answer: Response, path: string) => files.has(path) && (!answer.ok || isHtml(answer))

  return {
    install,
    activate,
    page,
    file,
    started,
    giveUp,
    /** Whether this request is for a file that some release has. */
    has: (path: string) => files.has(path) || isHashed(path),
    isNewest: async (tabId: string) => ((await releaseOf(tabId)) ?? own.name) === own.name,
  }
}
