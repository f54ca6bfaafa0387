import type { Rolldown } from 'vite'
import { atStart, importedBy } from './bundle.ts'

const PAGE = /\/src\/routes\/((\w+)\/.+)\.tsx\?tsr-split/
const PART = /\/src\/routes\/((\w+)\/[^?]+)/

/** Returns a sentence for each page that loads code of another area. */
export function foreignCode(bundle: Rolldown.OutputBundle): string[] {
  const present = atStart(bundle)
  const modulesOf = (name: string) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file.moduleIds : []
  }
  return Object.keys(bundle).flatMap((chunk) => {
    const [, page, area] =
      modulesOf(chunk)
        .map((id) => PAGE.exec(id))
        .find((found) => found !== null) ?? []
    if (!page) return []
    return importedBy(bundle, chunk)
      .filter((name) => !present.includes(name))
      .flatMap(modulesOf)
      .flatMap((id) => {
        const [, part, of] = PART.exec(id) ?? []
        return part && of !== area ? `${page} comes with ${part}` : []
      })
  })
}
