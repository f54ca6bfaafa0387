import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { PORTAL_ROUTES, isPortalAddress } from '#contract/portal-routes.ts'
import { createPortalRouter } from '#src/router.ts'

const routerAt = (address: string) => createPortalRouter(createMemoryHistory({ initialEntries: [address] }))
const NOT_FOUND = '/$'

test('contract/portal-routes.ts lists exactly the routes of the portal', () => {
  const routes = Object.keys(routerAt('/').routesByPath).filter((path) => path !== NOT_FOUND)
  expect([...PORTAL_ROUTES].toSorted()).toEqual(routes.toSorted())
})

test.each([
  ...PORTAL_ROUTES.map((route) => route.replaceAll(/\$\w+/g, 'some.id')),
  ...PORTAL_ROUTES.map((route) => `${route.toUpperCase()}/`.replaceAll(/\$\w+/g, '%20')),
  '//admin',
  '/%61dmin/dashboard',
  '/admin//dashboard',
  '/client/patients/a%2Fb',
  '/client/patients/a/b',
  '/client/patients//',
  '/admin%2Fdashboard',
  '/admin/dashboard;x=1',
  '/nergens',
  '/card/x',
  '/portal/user',
  '/auth/%C5%BFelect-clinic',
  '/%E0%A4%A',
  '/client/patients/%FF',
])('the server and the router agree whether the URL %s exists', (address) => {
  const router = routerAt(address)
  const found = router.matchRoutes(router.latestLocation).map(({ routeId }): string => routeId)
  // A URL that cannot be decoded matches only the root route.
  expect(isPortalAddress(address)).toBe(found.length > 1 && !found.includes(NOT_FOUND))
})
