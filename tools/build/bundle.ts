import type { Rolldown } from 'vite'

/** Returns the named chunks and all chunks that they statically import. */
export function importedBy(bundle: Rolldown.OutputBundle, ...names: string[]): string[] {
  const all = new Set(names)
  for (const name of all) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const other of file.imports) all.add(other)
  }
  return [...all]
}

/** Returns the chunks that every page loads: the entry and its static imports. */
export function atStart(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return importedBy(bundle, ...chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
}

/** Returns the chunk with the screen of a route, such as `auth/login`. */
export function chunkOfRoute(bundle: Rolldown.OutputBundle, route: string): string {
  const part = `/src/routes/${route}.tsx?tsr-split`
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes(part)),
  )
  if (!chunk) throw new Error(`No chunk has the route ${route}`)
  return chunk.fileName
}
