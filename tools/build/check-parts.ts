import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { pathToFileURL } from 'node:url'

// What oxlint cannot see, since it takes the whole graph of imports: that a part stands beside the only address that shows it,
// or in a feature where several do. Part of `npm run check`.

const ROOT_ADDRESS = '/'
const CALLS = 'src/api/http.ts'
const IMPORT = /\b(?:import|export)\b([^'"();=]*?)(?:\bfrom\b|\()?\s*['"]([#.][^'"]+)['"]/g

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isPart = (file: string) => /^src\/routes\/(.*\/)?-/.test(file)
const isFeature = (file: string) => file.startsWith('src/features/')

/** The files that a source imports, and whether it is for types only. */
function importsOf(file: string, source: string): { file: string; typeOnly: boolean }[] {
  return [...source.matchAll(IMPORT)].map(([, names = '', path = '']) => ({
    file: (path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))).split('?')[0]!,
    typeOnly: /^\s*type\b/.test(names) || /^\s*\{\s*(type\s+\w+\s*,?\s*)+\}\s*$/.test(names),
  }))
}

/** `/admin/practice` of `src/routes/admin/practice.tsx`; of what starts the portal the root's. */
function addressOf(file: string): string {
  if (/^src\/(router\.ts|app\.tsx|main\.tsx|routes\/__root\.tsx)$/.test(file)) return ROOT_ADDRESS
  return file.replace(/^src\/routes/, '').replace(/\.tsx$/, '')
}

/** The folder that a part stands beside: `/admin/practice` of all in `src/routes/admin/practice/-parts/`. */
const besideOf = (file: string): string => /^src\/routes(.*?)\/-/.exec(file)?.[1] || ROOT_ADDRESS

const isBeside = (file: string, address: string): boolean =>
  [besideOf(file), `${besideOf(file)}/index`, `${besideOf(file)}/route`].includes(address)

/** What is wrong with where parts stand, a sentence each. `sources`: all of `src/` by its path. */
export function misplacedParts(sources: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Set<string>>()
  const problems: string[] = []
  for (const [file, source] of sources) {
    // The generated tree of routes imports all of them.
    if (isTest(file) || file.endsWith('.gen.ts')) continue
    const imports = importsOf(file, source)
    for (const imported of imports) {
      importers.set(imported.file, (importers.get(imported.file) ?? new Set()).add(file))
    }
    const callsApi = imports.some((imported) => imported.file === CALLS && !imported.typeOnly)
    if (callsApi && (isFeature(file) || isPart(file) || file.startsWith('src/ui/'))) {
      problems.push(`${file} calls the API by itself: calls stand in src/api/, in the module of their noun.`)
    }
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

  for (const file of sources.keys()) {
    if (isTest(file) || (!isFeature(file) && !isPart(file))) continue
    const [address, ...others] = [...addressesOf(file)].toSorted()
    if (address === undefined) continue
    const all = [address, ...others].join(', ')
    if (isFeature(file) && others.length === 0) {
      problems.push(`${file} is on one address only, ${address}: it belongs beside that, in -parts/.`)
    } else if (isPart(file) && (others.length > 0 || !isBeside(file, address))) {
      problems.push(`${file} is on ${all}: what several addresses show belongs in src/features/<noun>/.`)
    }
  }
  return problems.toSorted()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/**/*.{ts,tsx,css}', { cwd: root })
  const problems = misplacedParts(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
