import type { Imports } from './import-graph.ts'

// The linter cannot see the import graph. These functions find components outside the folder of the only route that
// shows them.

const ROOT_ADDRESS = '/'

const isPart = (file: string) => /^src\/routes\/(.*\/)?-/.test(file)
const isFeature = (file: string) => file.startsWith('src/features/')

/** Returns the route of a route file. Files that start the portal belong to the root route. */
function addressOf(file: string): string {
  if (/^src\/(router\.ts|app\.tsx|main\.tsx|routes\/__root\.tsx)$/.test(file)) return ROOT_ADDRESS
  return file.replace(/^src\/routes/, '').replace(/\.tsx$/, '')
}

/** Returns the route whose folder contains a component: `/admin/practice` for `src/routes/admin/practice/-parts/`. */
const besideOf = (file: string): string => /^src\/routes(.*?)\/-/.exec(file)?.[1] || ROOT_ADDRESS

const isBeside = (file: string, address: string): boolean =>
  [besideOf(file), `${besideOf(file)}/index`, `${besideOf(file)}/route`].includes(address)

/** Returns one sentence for each component in the wrong folder. */
export function misplacedParts(imports: Imports): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(file))
  }

  function addressesOf(file: string, seen = new Set<string>()): Set<string> {
    const found = new Set<string>()
    for (const importer of importers.get(file) ?? []) {
      // The first script only prefetches data and shows no component.
      if (seen.has(importer) || importer === 'src/prefetch.ts') continue
      seen.add(importer)
      if (!isFeature(importer) && !isPart(importer)) found.add(addressOf(importer))
      else for (const address of addressesOf(importer, seen)) found.add(address)
    }
    return found
  }

  return [...importers.keys()].toSorted().flatMap((file) => {
    const [address, ...others] = [...addressesOf(file)].toSorted()
    if (address === undefined) return []
    const all = [address, ...others].join(', ')
    if (isFeature(file) && others.length === 0)
      return [`${file} is on one address only, ${address}: it belongs beside that, in -parts/.`]
    if (isPart(file) && (others.length > 0 || !isBeside(file, address)))
      return [`${file} is on ${all}: what several addresses show belongs in src/features/<noun>/.`]
    return []
  })
}
