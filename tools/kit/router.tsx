import {
  type RouteComponent,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'

/** Links need a router. Every address of it is the same page, so that a link can be pressed and shown as the current one. */
export function createKitRouter(page: RouteComponent) {
  const root = createRootRoute({ component: page })
  const any = createRoute({ getParentRoute: () => root, path: '$' })
  return createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: ['/client/portal/reminders?page=2'] }),
    // What was pressed stays in sight.
    scrollRestoration: () => false,
  })
}
