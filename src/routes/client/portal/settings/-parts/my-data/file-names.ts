import { extensionOfType, fileTypeOf, typeOfBytes } from '#contract/document.ts'
import { fileName } from '#src/lib/files/save.ts'

/** Extension that no program claims. */
const UNKNOWN = 'bin'

/** Returns the extension by the content, then by the type that was served, then by the record, then by the names. */
export function extensionOf(
  types: readonly (string | null | undefined)[],
  names: readonly (string | undefined)[],
  content?: Uint8Array,
): string {
  const sniffed = content && typeOfBytes(content)
  const facts = [...types.map((mimeType) => ({ mimeType })), ...names.map((fileName) => ({ fileName })), {}]
  for (const fact of facts) {
    const extension = extensionOfType(fileTypeOf({ ...fact, sniffed }))
    if (extension) return extension
  }
  return UNKNOWN
}

const LONGEST = 80

/** The parts as one name that every system takes, without its end. */
export function safeName(parts: readonly (string | null | undefined)[]): string {
  // A hyphen, or half a letter.
  return fileName(parts)
    .slice(0, LONGEST)
    .replace(/[^\p{L}\p{N}]$/u, '')
}

/** Makes names that are given out once: some systems do not tell capitals from small letters. */
export function uniqueNames(): (folder: string, name: string, extension: string) => string {
  const given = new Set<string>()
  return (folder, name, extension) => {
    const path = `${folder ? `${folder}/` : ''}${name || 'x'}`
    for (let number = 1; ; number += 1) {
      const full = `${path}${number > 1 ? `-${number}` : ''}.${extension}`
      if (given.has(full.toLowerCase())) continue
      given.add(full.toLowerCase())
      return full
    }
  }
}
