import { FIRST_PAGES } from './first-pages.ts'

interface Graph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

const AREAS = ['auth', 'admin', 'client']
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split/
const PACKAGE = /.*node_modules\/@?([^/]+)\//

const areasOf = (routes: readonly string[]) =>
  AREAS.filter((area) => routes.some((route) => route.startsWith(`${area}/`)))

/** Returns the routes whose pages import a module, directly or indirectly. */
function routesOf(id: string, graph: Graph): string[] {
  const found = new Set([id])
  for (const one of found) for (const importer of graph.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return [...found].flatMap((one) => PAGE.exec(one)?.[1] ?? [])
}

const packageOf = (id: string): string | null => PACKAGE.exec(id)?.[1] ?? null

/**
 * Returns the chunk of a module; null leaves it to Vite. A module of first pages is grouped by those pages, or by
 * their areas if there are several. No page then loads code of another area. A module of only one layout belongs to
 * that layout's chunk. A first page itself is in the chunk of the code that it shares. This saves a file, at the cost
 * of some unused bytes on the other first pages. Code of first pages that other areas also need has a separate chunk.
 * Code that no first page needs is grouped by area.
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
 * Code of every page is in two files. Code of first pages is grouped with its packages and icons, because each file
 * queues on a slow connection. Each other shared package has its own chunk, and Vite places the rest.
 */
export const CHUNKS = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 4 },
  { name: 'portal', tags: ['$initial' as const], priority: 3 },
  // Dependencies are grouped by the same rule, so that groups never import each other in a cycle.
  {
    debugName: 'shared',
    name: sharedBy,
    // TanStack's packages are imported by their index, which hides the importing pages.
    test: /^(?!.*node_modules.@tanstack)/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { debugName: 'packages', name: packageOf, test: /node_modules/, minShareCount: 2, priority: 1 },
]
