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

/**
 * The chunk of a module that pages share: by the first pages that need it, or by areas where they are of several, so that no page
 * fetches another area's. What only first pages of one area need is apart from what pages of other areas need as well.
 */
function sharedBy(id: string, graph: Graph): string | null {
  const routes = routesOf(id, graph)
  if (routes.length < 2) return null
  const first = Object.keys(FIRST_PAGES)
    .filter((address) => FIRST_PAGES[address]!.some((part) => routes.includes(part)))
    .map((address) => address.slice(1))
  const [areas, all] = [areasOf(first), areasOf(routes)]
  if (areas.length === 0) return all.join('-') || null
  if (areas.length > 1) return `first-${areas.join('-')}`
  return [...first.map((address) => address.replace(/.*\//, '')), ...(all.length > 1 ? ['others'] : [])].join('-')
}

const packageOf = (id: string): string | null => PACKAGE.exec(id)?.[1] ?? null

/**
 * What every page needs is in two files, a package that pages share in one of its own; a page's own is left to Vite. Packages split
 * by who uses them weigh 3 kB less on the list, and come later on a slow line, for they are seven files more.
 */
export const CHUNKS = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 4 },
  { name: 'portal', tags: ['$initial' as const], priority: 3 },
  { debugName: 'packages', name: packageOf, test: /node_modules/, minShareCount: 2, priority: 2 },
  // Their dependencies are grouped by the same rule, and no group imports one that imports it.
  {
    debugName: 'shared',
    name: sharedBy,
    test: /^(?!.*node_modules)/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
]
