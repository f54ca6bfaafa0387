import { type RouterHistory, createRouter } from '@tanstack/react-router'
import type { MessageId } from './lib/intl.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { routeTree } from './routeTree.gen.ts'
import { Failure } from './routes/-failure.tsx'

/** The router, with the query cache that its loaders fill. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient: createQueryClient() },
    defaultErrorComponent: Failure,
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...(history && { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
  interface HistoryState {
    /** The client another system handed over who is not on the portal yet; the clinic's area asks what to do. */
    handedClient?: string
  }
  interface StaticDataRouteOption {
    /** The page's name, for the title of the document. */
    title?: MessageId
  }
}
