import { fileName } from '#src/lib/files/save.ts'

/** Of a type that is sent, or of a name that is given: what a computer opens and does not run. */
const BY_TYPE: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
  'image/heic': 'heic',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/dicom': 'dcm',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/zip': 'zip',
}
const KNOWN: ReadonlySet<string> = new Set([...Object.values(BY_TYPE), 'jpeg', 'tiff', 'rtf', 'ods'])
/** One that no program takes for its own. */
const UNKNOWN = 'bin'

/** By what the host says it sends, then by what the record says, then by the names. */
export function extensionOf(
  types: readonly (string | null | undefined)[],
  names: readonly (string | undefined)[],
): string {
  for (const type of types) {
    const extension = BY_TYPE[type?.split(';')[0]?.trim().toLowerCase() ?? '']
    if (extension) return extension
  }
  for (const name of names) {
    const extension = /\.(\w{1,5})$/.exec(name?.trim() ?? '')?.[1]?.toLowerCase()
    if (extension && KNOWN.has(extension)) return extension
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
