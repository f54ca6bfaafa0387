import type { Rolldown } from 'vite'

/** These chunks, and all that come with them at once. */
export function importedBy(bundle: Rolldown.OutputBundle, ...names: string[]): string[] {
  const all = new Set(names)
  for (const name of all) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const other of file.imports) all.add(other)
  }
  return [...all]
}

/** What is there on every page: the entry, and all that comes with it. */
export function atStart(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  return importedBy(bundle, ...chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
}

/** The chunk with the screen of a route, such as `auth/login`. */
export function chunkOfRoute(bundle: Rolldown.OutputBundle, route: string): string {
  const part = `/src/routes/${route}.tsx?tsr-split`
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes(part)),
  )
  if (!chunk) throw new Error(`No chunk has the route ${route}`)
  return chunk.fileName
}
