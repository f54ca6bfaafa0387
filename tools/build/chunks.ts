import { FIRST_PAGES } from './first-pages.ts'

interface Graph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

const AREAS = ['auth', 'admin', 'client']
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split/
const PACKAGE = /.*node_modules\/@?([^/]+)\//

const areasOf = (routes: readonly string[]) =>
  AREAS.filter((area) => routes.some((route) => route.startsWith(`${area}/`)))

/** The routes whose pages import a module, directly or not. */
function routesOf(id: string, graph: Graph): string[] {
  const found = new Set([id])
  for (const one of found) for (const importer of graph.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return [...found].flatMap((one) => PAGE.exec(one)?.[1] ?? [])
}

const packageOf = (id: string): string | null => PACKAGE.exec(id)?.[1] ?? null

/**
 * The chunk of a module that first pages need: of a layout alone that layout's, else by those pages, or by areas where they are of
 * several, so that no page fetches another's area. A first page itself is with what it shares: one file less, for the bytes of a
 * page more on those that share with it. What only first pages of one area need is apart from what pages of other areas
 * need as well. What no first page needs is by area.
 */
function sharedBy(id: string, graph: Graph): string | null {
  const routes = routesOf(id, graph)
  const first = Object.keys(FIRST_PAGES)
    .filter((address) => FIRST_PAGES[address]!.some((part) => routes.includes(part)))
    .map((address) => address.slice(1))
  const [areas, all] = [areasOf(first), areasOf(routes)]
  if (areas.length === 0) return routes.length < 2 || packageOf(id) ? null : all.join('-') || null
  if (routes.length === 1 && routes[0]!.endsWith('/route')) return routes[0]!.replaceAll('/', '-')
  if (areas.length > 1) return `first-${areas.join('-')}`
  return [...first.map((address) => address.replace(/.*\//, '')), ...(all.length > 1 ? ['others'] : [])].join('-')
}

/**
 * What every page needs is in two files. What first pages need is with what else they need, packages and icons as well: each file
 * waits in the queue of a slow line. Any other package that pages share is in one of its own, and a page's own is left to Vite.
 */
export const CHUNKS = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 4 },
  { name: 'portal', tags: ['$initial' as const], priority: 3 },
  // Their dependencies are grouped by the same rule, and no group imports one that imports it.
  {
    debugName: 'shared',
    name: sharedBy,
    // It is imported by its index, which does not tell who needs what of it.
    test: /^(?!.*node_modules.@tanstack)/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { debugName: 'packages', name: packageOf, test: /node_modules/, minShareCount: 2, priority: 1 },
]
