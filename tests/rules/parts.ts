import type { Imports } from './rooms.ts'

// What the linter cannot see, since it takes the whole graph of imports: that a part stands beside the only address that shows it,
// or in a feature where several do.

const ROOT_ADDRESS = '/'

const isPart = (file: string) => /^src\/routes\/(.*\/)?-/.test(file)
const isFeature = (file: string) => file.startsWith('src/features/')

/** `/admin/practice` of `src/routes/admin/practice.tsx`; of what starts the portal the root's. */
function addressOf(file: string): string {
  if (/^src\/(router\.ts|app\.tsx|main\.tsx|routes\/__root\.tsx)$/.test(file)) return ROOT_ADDRESS
  return file.replace(/^src\/routes/, '').replace(/\.tsx$/, '')
}

/** The folder that a part stands beside: `/admin/practice` of all in `src/routes/admin/practice/-parts/`. */
const besideOf = (file: string): string => /^src\/routes(.*?)\/-/.exec(file)?.[1] || ROOT_ADDRESS

const isBeside = (file: string, address: string): boolean =>
  [besideOf(file), `${besideOf(file)}/index`, `${besideOf(file)}/route`].includes(address)

/** What is wrong with where parts stand, a sentence each. */
export function misplacedParts(imports: Imports): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(file))
  }

  function addressesOf(file: string, seen = new Set<string>()): Set<string> {
    const found = new Set<string>()
    for (const importer of importers.get(file) ?? []) {
      if (seen.has(importer)) continue
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
