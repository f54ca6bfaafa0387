import { FIRST_PAGES } from './first-pages.ts'

interface Graph {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

const AREAS = ['auth', 'admin', 'client']
const PAGE = /\/src\/routes\/(.+)\.tsx\?tsr-split/

/** The routes whose pages import a module, directly or not. */
function routesOf(id: string, graph: Graph): string[] {
  const found = new Set([id])
  for (const one of found) for (const importer of graph.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return [...found].flatMap((one) => PAGE.exec(one)?.[1] ?? [])
}

/** The chunk of a module that pages share: by the first pages that need it, else by the areas, so that no page fetches another's. */
function sharedBy(id: string, graph: Graph): string | null {
  const routes = routesOf(id, graph)
  if (routes.length < 2) return null
  const areas = AREAS.filter((area) => routes.some((route) => route.startsWith(`${area}/`)))
  const first = Object.entries(FIRST_PAGES).flatMap(([address, parts]) =>
    parts.some((part) => routes.includes(part)) ? address.slice(1) : [],
  )
  if (first.length === 0) return areas.join('-') || null
  const isWithin = areas.every((area) => first.some((address) => address.startsWith(`${area}/`)))
  return [...first.map((address) => address.split('/').at(-1)), ...(isWithin ? [] : ['others'])].join('-')
}

const packageOf = (id: string) => /.*node_modules\/@?([^/]+)\//.exec(id)?.[1] ?? null

/** What every page needs is in two files, a package that pages share in one of its own; a page's own is left to Vite. */
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
