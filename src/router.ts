import { type AnyRoute, type RouterHistory, createRouter, defaultParseSearch } from '@tanstack/react-router'
import type { EstimateSearch } from './api/estimate-search.ts'
import type { FormSearch } from './api/form-search.ts'
import type { PracticeVisitSearch } from './api/practice-visit-search.ts'
import type { RequestSearch } from './api/request-search.ts'
import type { MessageId } from './lib/intl.tsx'
import { createQueryClient } from './api/query-client.ts'
import type { PortalContext } from './routes/__root.tsx'
import { createSession } from './session/session.ts'
import { routeTree } from './routeTree.gen.ts'
import { Failure, reloadForNewVersion } from './routes/-parts/failure.tsx'
import { Frame } from './routes/-parts/frame.tsx'

const TOKENS = ['token', 'access_token', 'clientUuid']

/** Keeps tokens as text: the default parser converts values that look like numbers or booleans. */
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
      // If a chunk fails to load, the page that needs it shows the error.
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
    // The query cache decides which data are fresh. Pages that were left are not kept either: they would be shown before their loader
    // has fetched the current client.
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
    /** Client from another system without access to the portal; the clinic's area asks what to do. */
    handedClient?: string
    /** Whether the sheet of a client was opened from the previous history entry. */
    sheet?: boolean
    /** Search text of the open command palette. */
    find?: string
    /** User name typed at sign-in, to prefill the page for a forgotten password. */
    username?: string
    /** Search parameters of the list from which this request was opened. */
    requests?: Partial<RequestSearch>
    /** Search parameters of the list from which this estimate was opened. */
    estimates?: Partial<EstimateSearch>
    /** Search parameters of the list from which this form was opened. */
    forms?: Partial<FormSearch>
    /** Search parameters of the list from which this visit was opened. */
    visits?: Partial<PracticeVisitSearch>
  }
  interface StaticDataRouteOption {
    /** Message id of the page's name, for the title of the document. */
    title?: MessageId
  }
}
