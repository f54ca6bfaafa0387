import { type AnyRoute, type RouterHistory, createRouter, defaultParseSearch } from '@tanstack/react-router'
import type { RequestSearch } from './api/request-terms.ts'
import type { MessageId } from './lib/intl.tsx'
import { createQueryClient } from './api/query-client.ts'
import type { PortalContext } from './routes/__root.tsx'
import { createSession } from './session/session.ts'
import { routeTree } from './routeTree.gen.ts'
import { Failure, reloadForNewVersion } from './routes/-parts/failure.tsx'
import { Frame } from './routes/-parts/frame.tsx'

const TOKENS = ['token', 'access_token', 'clientUuid']

/** The parser makes numbers and booleans of what looks like one. A token may look like anything, and is the text it is. */
const withTokens = (parse: typeof defaultParseSearch) => (search: string) => {
  const raw = new URLSearchParams(search)
  const tokens = TOKENS.filter((name) => raw.has(name)).map((name) => [name, raw.get(name)] as const)
  return { ...parse(search), ...Object.fromEntries(tokens) }
}

/** The router, with the query cache that its loaders fill, and the session. */
export function createPortalRouter(history?: RouterHistory) {
  const queryClient = createQueryClient()
  const context: PortalContext = {
    queryClient,
    session: createSession(queryClient, () => router),
    loadCode: async (routeIds) => {
      const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
      // What cannot be fetched is told of by the page that needs it.
      const known = routeIds.flatMap((id) => routes.get(id) ?? [])
      await Promise.allSettled(known.map(async (route) => await router.loadRouteChunk(route)))
    },
  }
  const router = createRouter({
    routeTree,
    context,
    InnerWrap: Frame,
    defaultErrorComponent: Failure,
    defaultOnCatch: reloadForNewVersion,
    parseSearch: withTokens(defaultParseSearch),
    // The query cache decides what is fresh. A page that was left is not kept either: it would be shown at once, before its
    // loader has asked for the client of now.
    defaultPreloadStaleTime: 0,
    defaultGcTime: 0,
    scrollRestoration: true,
    ...(history && { history }),
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
  interface HistoryState {
    /** The client another system handed over who is not on the portal yet; the clinic's area asks what to do. */
    handedClient?: string
    /** The sheet of a client was opened from the entry before. */
    sheet?: boolean
    /** What the command palette searches for on this page; it is open. */
    find?: string
    /** Typed to sign in, which the way to a new password does not ask again. */
    username?: string
    /** The list of requests from which this one was opened. */
    requests?: Partial<RequestSearch>
  }
  interface StaticDataRouteOption {
    /** The page's name, for the title of the document. */
    title?: MessageId
  }
}
