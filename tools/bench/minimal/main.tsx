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

// What the portal is compared with: its packages, one form, one table and no more, at the same addresses of the same API. The
// form is loaded on its own, as it is in the portal, so that the table does not bring Formik along.

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
