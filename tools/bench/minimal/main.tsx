import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  Outlet,
  RouterProvider,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import { readPage } from '#src/lib/search.ts'
import { clientPage, user } from './queries.ts'

// Minimal app that the portal is compared with: the portal's packages with one form and one table, for the same URLs and
// API. The form is a separate chunk, as in the portal, so the table does not load Formik.

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })
const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  component: lazyRouteComponent(() => import('./login.tsx'), 'Login'),
})
const clients = createRoute({
  getParentRoute: () => root,
  path: '/admin/clients/registered',
  validateSearch: (search: Record<string, unknown>) => ({ page: readPage(search) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps: { page }, context }) => {
    const { practiceId } = await context.queryClient.query(user())
    await context.queryClient.query(clientPage(practiceId!, page))
  },
  component: lazyRouteComponent(() => import('./clients.tsx'), 'Clients'),
})

const router = createRouter({ routeTree: root.addChildren([login, clients]), context: { queryClient } })

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <IntlProvider locale="nl-NL" messages={MINIMAL_MESSAGES}>
      <RouterProvider router={router} />
    </IntlProvider>
  </QueryClientProvider>,
)
