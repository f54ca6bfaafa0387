import { FIRST_PAGES } from './first-pages.ts'

interface Graph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

const AREAS = ['auth', 'prices', 'admin', 'client']
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split/
const PACKAGE = /.*node_modules\/@?([^/]+)\//
const FIRST = [...new Set(Object.values(FIRST_PAGES).flat())]

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
 * Returns the chunk of a module; null leaves it to Vite. Code of first pages is grouped by area: shared by areas, shared
 * with other pages of other areas, of the area alone, or of one page. No page then loads code of another area. Other
 * code is grouped by area.
 */
function sharedBy(id: string, graph: Graph): string | null {
  const routes = routesOf(id, graph)
  const first = FIRST.filter((route) => routes.includes(route))
  const [areas, all] = [areasOf(first), areasOf(routes)]
  const [area] = areas
  // TanStack's packages are imported by their index, which hides the importing pages. Only offline records need hydration,
  // and only pages of owners query lists of queries.
  if (id.includes('@tanstack')) {
    if (/queriesObserver|useQueries/.test(id)) return 'first-client'
    return id.includes('hydration') ? null : 'signed-in'
  }
  if (!area) return routes.length < 2 || packageOf(id) ? null : all.join('-') || null
  if (areas.length > 1 && areas.includes('auth')) return 'first'
  // Visitors of the public page of prices load no code of signed-in pages, and staff no code of owners.
  if (areas.length > 1 && areas.includes('prices')) return areas.includes('admin') ? 'open' : 'open-owner'
  if (areas.length > 1) return 'signed-in'
  if (all.length > 1) return `${area}-others`
  const [page] = first
  return first.length > 1 || page!.endsWith('/route') ? `first-${area}` : page!.replace(/.*\//, '')
}

/**
 * Code of every page is in two files, packages and portal. Code of first pages is grouped with its packages and icons,
 * because each file queues on a slow connection. Each other shared package has its own chunk, and Vite places the rest.
 */
export const CHUNKS = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules|rolldown.runtime/, priority: 4 },
  { name: 'portal', tags: ['$initial' as const], priority: 3 },
  // Dependencies are grouped by the same rule, so that groups never import each other in a cycle.
  {
    debugName: 'shared',
    name: sharedBy,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { debugName: 'packages', name: packageOf, test: /node_modules/, minShareCount: 2, priority: 1 },
]
