import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  version: string
  license?: string
  integrity: string
  dependencies?: Record<string, string>
}

export interface Package {
  name: string
  version: string
  license: string
  /** Hash of the package's archive: `sha512-` and base64. */
  integrity: string
  /** Path below the root, as in the lock file. */
  folder: string
  /** Folders of the direct dependencies. */
  dependencies: string[]
}

/** Returns the named packages and all their dependencies in the lock file, sorted by name. */
export function packagesOf(root: string, names: readonly string[]): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Map<string, Package>()
  const add = (name: string, from: string): void => {
    const folder = resolve(packages, name, from)
    if (!folder || found.has(folder)) return
    const { version, license = 'unknown', integrity, dependencies = {} } = packages[folder]!
    const resolved = Object.keys(dependencies).flatMap((one) => resolve(packages, one, folder) ?? [])
    found.set(folder, { name, version, license, integrity, folder, dependencies: resolved })
    for (const one of Object.keys(dependencies)) add(one, folder)
  }
  for (const name of names) add(name, '')
  return [...found.values()].toSorted((a, b) => a.folder.localeCompare(b.folder))
}

/** Returns the folder of a package as Node resolves it: beside the importing package, or in a folder further up. */
function resolve(packages: Record<string, Locked>, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = [at, 'node_modules', name].filter(Boolean).join('/')
    if (packages[folder]) return folder
    if (at === '') return undefined
  }
}
