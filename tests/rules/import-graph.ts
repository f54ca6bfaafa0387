import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export const ROOT = path.join(import.meta.dirname, '../..')

/** Imported files by file. Type imports, re-exports and dynamic imports count as well. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Returns the imports of every source file in some folders, with paths from the root. Test files are skipped. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const { imports: aliases } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
  const resolve = (file: string, specifier: string): string => {
    if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
    const alias = Object.keys(aliases).find((name) => specifier.startsWith(name.replace('*', '')))
    return alias ? path.posix.join(aliases[alias]!.replace('*', ''), specifier.slice(alias.length - 1)) : specifier
  }
  return new Map(
    files
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file))
      .map((file) => {
        const specifiers = importedBy(file, readFileSync(path.join(root, file), 'utf8'))
        const imported = specifiers.map((specifier) => resolve(file, specifier.replace(/\?.*/, '')))
        return [file, [...new Set(imported)].filter((target) => existsSync(path.join(root, target)))]
      }),
  )
}

function importedBy(file: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, specifier] = /^['"](.*)['"]$/.exec(source.slice(start, end)) ?? []
      return specifier ?? []
    }),
  ]
}

/** Returns the subfolder or file directly below the innermost folder of `parents` that contains a file. */
export function folderOf(file: string, parents: readonly string[]): string {
  const parent = parents
    .filter((folder) => file.startsWith(`${folder}/`))
    .reduce((innermost, folder) => (folder.length > innermost.length ? folder : innermost), '')
  return file.slice(0, (file.indexOf('/', parent.length + 1) + 1 || file.length + 1) - 1)
}

/** Returns a sentence for each pair of folders that import each other, with one import in each direction. */
export function mutualImports(imports: Imports, parents: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [folderOf(file, parents), folderOf(target, parents)]
      if (from !== to && !first.has(`${from} ${to}`)) first.set(`${from} ${to}`, `${file} imports ${target}`)
    }
  }
  return [...first].flatMap(([pair, there]) => {
    const [from = '', to = ''] = pair.split(' ')
    const back = first.get(`${to} ${from}`)
    return back && from < to ? [`${from} and ${to} import each other: ${there}, and ${back}`] : []
  })
}
